import { Empty } from '../ui/empty.tsx';

/** Placeholder of the screen. */
export default function GraphScreen() {
  return <Empty title="Graph" />;
}
