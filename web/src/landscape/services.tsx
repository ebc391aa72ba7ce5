import type { Service, ServiceName } from '../api/answers.ts';
import { getAll, getJson } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { Link } from '../app/link.tsx';
import { to, useParam } from '../app/router.ts';
import { Badge } from '../ui/badge.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The services; the chosen one with what it offers. */
export function Services({ version }: { version: string }) {
  const [chosen, choose] = useParam('service');
  const { value, problem, reload } = useResource(
    `services ${version}`,
    (signal) => getAll<ServiceName>('/services', signal),
    { keep: true },
  );
  if (problem !== undefined) return <ErrorBox problem={problem} onRetry={reload} />;
  if (value === undefined) return <Skeleton lines={6} label="Loading the services" />;
  return (
    <div className="services">
      <ul>
        {value.map(({ id, title }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === chosen} onClick={() => choose(id)}>
              <span>{title}</span>
              <code>{id}</code>
            </button>
          </li>
        ))}
      </ul>
      {chosen === '' ? <p className="quiet">Choose a service to see what it offers.</p> : <Offer id={chosen} />}
    </div>
  );
}

function Offer({ id }: { id: string }) {
  const { value, problem, reload } = useResource(`service ${id}`, (signal) =>
    getJson<Service>(`/services/${encodeURIComponent(id)}`, {}, signal),
  );
  if (problem !== undefined) return <ErrorBox problem={problem} onRetry={reload} />;
  if (value === undefined) return <Skeleton lines={5} label="Loading the service" />;
  const { title, description, protocol, version, url, entitySets, operations } = value;
  return (
    <section className="card" aria-label={title ?? id}>
      <h2>{title ?? id}</h2>
      {description !== undefined && <p>{description}</p>}
      <p className="badges">
        <Badge>
          {protocol} {version}
        </Badge>
        {url !== undefined && <code>{url}</code>}
      </p>
      <h3>EntitySets</h3>
      <ul>
        {entitySets.map((set) => (
          <li key={set.id}>
            <Link href={to.set(set.id)}>{set.label ?? set.name}</Link> <code className="quiet">{set.name}</code>
          </li>
        ))}
      </ul>
      {operations.length > 0 && <h3>Operations</h3>}
      <ul>
        {operations.map((operation) => (
          <li key={operation.id}>
            <Link href={to.set(operation.id)}>{operation.label ?? operation.name}</Link>{' '}
            <code className="quiet">{operation.name}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
