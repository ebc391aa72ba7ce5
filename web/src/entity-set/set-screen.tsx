import type { ReactNode } from 'react';
import type { Specification } from '../api/answers.ts';
import { getJson } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { Link } from '../app/link.tsx';
import { to, useParam } from '../app/router.ts';
import { useTitle } from '../app/use-title.ts';
import { Badge } from '../ui/badge.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { CallForm } from './call-form.tsx';
import { Navigation } from './navigation-diagram.tsx';
import { ParameterTable } from './parameter-table.tsx';
import { PropertyTable } from './property-table.tsx';
import { WhereUsed } from './where-used.tsx';
import './entity-set.css';

/** An EntitySet or operation: what it is, where it leads, who uses it, and a form to call it. */
export default function SetScreen({ id }: { id: string }) {
  const { value, problem, reload } = useResource(`describe ${id}`, (signal) =>
    getJson<Specification>('/describe', { target: id }, signal),
  );
  useTitle(value?.label ?? id);
  if (problem !== undefined && problem.problem.code === 'target-unknown')
    return <Unknown id={id} detail={problem.problem.detail} data={problem.problem.data} />;
  if (problem !== undefined) return <ErrorBox problem={problem} onRetry={reload} />;
  if (value === undefined) return <Skeleton lines={8} label="Loading the specification" />;
  return <Described key={id} spec={value} />;
}

function Described({ spec }: { spec: Specification }) {
  const [tab, choose] = useParam('tab', 'specification');
  const isOperation = spec.kind === 'Operation';
  const tabs = [
    { id: 'specification', title: 'Specification' },
    { id: 'call', title: 'Make a call' },
    ...(isOperation ? [] : [{ id: 'navigation', title: `Navigation (${spec.navigation.length})` }]),
    { id: 'used', title: `Where used (${spec.process.length})` },
  ];
  const panels: Record<string, () => ReactNode> = {
    specification: () => (
      <>
        {isOperation ? <ParameterTable spec={spec} /> : <PropertyTable spec={spec} />}
        <Actions spec={spec} />
      </>
    ),
    call: () => <CallForm spec={spec} />,
    navigation: () => <Navigation spec={spec} />,
    used: () => <WhereUsed spec={spec} />,
  };
  const shown = panels[tab] === undefined ? 'specification' : tab;
  return (
    <>
      <header className="set-head">
        <h1>{spec.label}</h1>
        <p>
          <code>{spec.id}</code>
        </p>
        <p className="badges">
          <Badge>{spec.kind}</Badge>
          <Badge>{spec.protocol}</Badge>
          {spec.operations.map((operation) => (
            <Badge key={operation} tone="accent">
              {operation}
            </Badge>
          ))}
          {spec.keys.length > 0 && <span className="quiet">key {spec.keys.join(', ')}</span>}
          <Link href={to.graph({ kind: isOperation ? 'Operation' : 'EntitySet', id: spec.id })}>Show in the graph</Link>
        </p>
        {spec.description !== undefined && <p>{spec.description}</p>}
      </header>
      <Tabs label="About it" tabs={tabs} chosen={shown} onChoose={choose}>
        {panels[shown]?.()}
      </Tabs>
    </>
  );
}

function Actions({ spec: { actions } }: { spec: Specification }) {
  if (actions.length === 0) return null;
  return (
    <section className="set-actions">
      <h2>Operations</h2>
      <ul>
        {actions.map(({ id, name, label, on, parameters }) => (
          <li key={id}>
            <Link href={to.set(id)}>{label}</Link> <code>{name}</code>{' '}
            <span className="quiet">
              {on === 'entity' ? 'on one entity' : on === 'collection' ? 'on the set' : 'by itself'}
              {parameters.length > 0 && `, takes ${parameters.map((one) => one.name).join(', ')}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Unknown({ id, detail, data }: { id: string; detail: string; data: unknown }) {
  const nearest =
    typeof data === 'object' && data !== null && 'nearest' in data && Array.isArray(data.nearest)
      ? data.nearest.map(String)
      : [];
  return (
    <Empty title={`There is no ${id}`} whole>
      <p>{detail}</p>
      {nearest.length > 0 && (
        <ul>
          {nearest.map((one) => (
            <li key={one}>
              <Link href={to.set(one)}>{one}</Link>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link href={to.search()}>Search</Link> finds it by what it does.
      </p>
    </Empty>
  );
}
