import { createRoot } from 'react-dom/client';
import './base.css';
import { Shell } from './shell.tsx';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Shell />);
