import { Empty } from '../ui/empty.tsx';

/** Placeholder of the screen. */
export function SearchScreen() {
  return <Empty title="Search" />;
}
