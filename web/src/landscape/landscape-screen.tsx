import { Empty } from '../ui/empty.tsx';

/** Placeholder of the screen. */
export default function LandscapeScreen() {
  return <Empty title="Landscape" />;
}
