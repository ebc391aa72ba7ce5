import type { Specification } from '../api/answers.ts';
import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';
import { Badge } from '../ui/badge.tsx';

type Place = Specification['process'][number];

/** The steps of processes that use the set, with those before and after each. */
export function WhereUsed({ spec: { process, label } }: { spec: Specification }) {
  if (process.length === 0)
    return (
      <p>
        No step of a process is bound to {label}. Bindings say which step calls what; <code>groundrail bind</code>{' '}
        proposes them.
      </p>
    );
  return (
    <ul className="used">
      {process.map((place) => (
        <li key={`${place.activity} ${place.operation}`} className="card">
          <h2>
            <Link href={to.process(place.process, { step: localName(place) })}>{place.name ?? place.activity}</Link>{' '}
            <Badge tone="accent">{place.operation}</Badge>
          </h2>
          <p className="quiet">in {place.processName ?? place.process}</p>
          <div className="around">
            <Neighbours title="Before it" places={place.before} />
            <Neighbours title="After it" places={place.after} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Neighbours({ title, places }: { title: string; places: Place['before'] }) {
  return (
    <section>
      <h3>{title}</h3>
      {places.length === 0 && <p className="quiet">nothing that calls a system</p>}
      <ul>
        {places.map(({ activity, name, id, operation }) => (
          <li key={`${activity} ${id}`}>
            {name ?? activity}: {operation} <Link href={to.set(id)}>{id}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Id of the step inside its process. */
function localName({ process, activity }: Place): string {
  return activity.startsWith(`${process}/`) ? activity.slice(process.length + 1) : activity;
}
