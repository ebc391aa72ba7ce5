import { Component, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { asProblem } from '../api/problem.ts';
import { SearchScreen } from '../search/search-screen.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Link } from './link.tsx';
import { type Place, to, usePlace } from './router.ts';
import { useSearchKey } from './search-key.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { TokenDialog } from './token-dialog.tsx';

const SetScreen = lazy(() => import('../entity-set/set-screen.tsx'));
const ProcessScreen = lazy(() => import('../process/process-screen.tsx'));
const GraphScreen = lazy(() => import('../graph/graph-screen.tsx'));
const RunsScreen = lazy(() => import('../runs/runs-screen.tsx'));
const LandscapeScreen = lazy(() => import('../landscape/landscape-screen.tsx'));

const screens = [
  { part: 'search', title: 'Search', href: to.search() },
  { part: 'processes', title: 'Processes', href: to.processes() },
  { part: 'graph', title: 'Graph', href: to.graph() },
  { part: 'runs', title: 'Runs', href: to.runs() },
  { part: 'landscape', title: 'Landscape', href: to.landscape() },
];

/** The page: navigation, the screen of the address, and what is the same everywhere. */
export function Shell() {
  const place = usePlace();
  const { parts } = place;
  const main = useRef<HTMLElement>(null);
  useSearchKey();
  const screen = parts[0] ?? 'search';
  // Search is also what the bare address shows: typing there moves on to /search and must not lose the field.
  const path = parts.join('/') || 'search';
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path]);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <Link className="brand" href={to.search()}>
          <img src="/icon.svg" alt="" width="22" height="22" /> Groundrail
        </Link>
        <nav aria-label="Screens">
          {screens.map(({ part, title, href }) => (
            <Link key={part} href={href} aria-current={screen === part ? 'page' : undefined}>
              {title}
            </Link>
          ))}
        </nav>
        <ThemeSwitch />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <Guard key={path}>
          <Suspense fallback={<Skeleton lines={6} label="Loading the screen" />}>
            <Screen place={place} />
          </Suspense>
        </Guard>
      </main>
      <TokenDialog />
    </>
  );
}

function Screen({ place: { parts } }: { place: Place }) {
  const [screen = 'search', ...rest] = parts;
  if (screen === 'search') return <SearchScreen />;
  if (screen === 'sets') return <SetScreen id={rest.join('/')} />;
  if (screen === 'processes') return <ProcessScreen {...(rest.length > 0 && { id: rest.join('/') })} />;
  if (screen === 'graph') return <GraphScreen />;
  if (screen === 'runs') return <RunsScreen {...(rest.length > 0 && { trace: rest.join('/') })} />;
  if (screen === 'landscape') return <LandscapeScreen />;
  return (
    <Empty title="There is nothing here" whole>
      <p>
        This address belongs to no screen. <Link href={to.search()}>Search</Link> is a good place to begin.
      </p>
    </Empty>
  );
}

/** Shows what a screen threw instead of an empty page. */
class Guard extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <ErrorBox problem={asProblem(error)} onRetry={() => location.reload()} />;
  }
}
