import '../ui/page.css';
import './process.css';
import { ProcessList } from './process-list.tsx';
import { ProcessPage } from './process-page.tsx';

/** The processes of the landscape, or one of them with its diagram. */
export default function ProcessScreen({ id }: { id?: string }) {
  return id === undefined ? <ProcessList /> : <ProcessPage id={id} />;
}
