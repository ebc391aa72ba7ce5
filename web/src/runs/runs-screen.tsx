import { Empty } from '../ui/empty.tsx';

/** Placeholder of the screen. */
export default function RunsScreen(_: { trace?: string }) {
  return <Empty title="Runs" />;
}
