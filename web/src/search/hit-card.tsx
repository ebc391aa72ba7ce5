import type { Process, SearchHit } from '../api/answers.ts';
import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Evidence } from './evidence.tsx';
import { ProcessStrip } from './process-strip.tsx';

const roles: Readonly<Record<SearchHit['role'], { tone: Tone; about: string }>> = {
  seed: { tone: 'accent', about: 'Found by its own words and meaning' },
  before: { tone: 'before', about: 'The process needs it before' },
  after: { tone: 'after', about: 'The process goes on with it' },
  child: { tone: 'child', about: 'A part of another hit' },
};

/** A hit: what it is, why it was found, and where it stands in its process. */
export function HitCard({ hit, process }: { hit: SearchHit; process: Process | undefined }) {
  const { tone, about } = roles[hit.role];
  return (
    <li className="hit card">
      <div className="hit-head">
        <h2>
          <span className="rank">{hit.rank}</span>
          <Link href={to.set(hit.id)} data-hit="">
            {hit.label}
          </Link>
        </h2>
        <p className="hit-id">
          <code>{hit.id}</code>
        </p>
        <p className="badges">
          <Badge tone={tone} title={about}>
            {hit.role}
          </Badge>
          <Badge>{hit.kind === 'EntitySet' ? 'EntitySet' : 'operation'}</Badge>
          {hit.addressable === false && <Badge tone="warn">not read by itself</Badge>}
          <span className="quiet">{about}</span>
        </p>
      </div>
      <Evidence hit={hit} />
      {process !== undefined && <ProcessStrip hit={hit} process={process} />}
    </li>
  );
}
