import '../ui/page.css';
import './graph.css';
import { Link } from '../app/link.tsx';
import { to, usePlace } from '../app/router.ts';
import { Explore } from './explore.tsx';
import { StartSearch } from './start-search.tsx';
import { Whole } from './whole.tsx';

/** The graph: around a node as it is explored, or as a whole. */
export default function GraphScreen() {
  const { params } = usePlace();
  const kind = params.get('kind');
  const id = params.get('id');
  const isWhole = params.get('view') === 'whole';
  return (
    <>
      <div className="heading">
        <h1>Graph</h1>
        <nav aria-label="Kinds of picture">
          <Link href={to.graph()} aria-current={!isWhole && kind === undefined ? 'page' : undefined}>
            Begin at a node
          </Link>
          <Link href={to.graph({ view: 'whole' })} aria-current={isWhole ? 'page' : undefined}>
            Everything
          </Link>
        </nav>
      </div>
      {isWhole ? (
        <Whole />
      ) : kind !== undefined && id !== undefined ? (
        <Explore key={`${kind} ${id}`} kind={kind} id={id} />
      ) : (
        <StartSearch />
      )}
    </>
  );
}
