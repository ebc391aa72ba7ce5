import { type ReactNode, useState } from 'react';
import type { CallResult } from '../api/answers.ts';
import { postJson } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Property } from './type-text.ts';
import type { Value } from './value-list.tsx';

const mostRows = 200;

/** The values of a list that lies in the system: read from there when asked for, and filtered here. */
export function SystemValues({
  service,
  list,
  find,
  show,
}: {
  service: string;
  list: Property['valueHelp'];
  find: string;
  show: (values: readonly Value[]) => ReactNode;
}) {
  const { entitySet, valueProperty, textProperty } = list ?? {};
  const [isWanted, setWanted] = useState(false);
  const { value, problem, reload } = useResource(isWanted ? `rows ${service} ${entitySet}` : undefined, (signal) =>
    postJson<CallResult>('/calls', { service, entitySet, operation: 'read', query: { top: mostRows } }, signal),
  );
  if (entitySet === undefined || entitySet.includes('/')) return <p>The values are not known here.</p>;
  const open = <Link href={to.set(`${service}/${entitySet}`)}>{entitySet}</Link>;
  if (!isWanted || valueProperty === undefined)
    return (
      <div>
        <p>The values lie in {open} of the system.</p>
        {valueProperty !== undefined && (
          <button type="button" className="primary" onClick={() => setWanted(true)}>
            Read them from the system
          </button>
        )}
      </div>
    );
  if (problem !== undefined) return <ErrorBox problem={problem} onRetry={reload} />;
  if (value === undefined) return <Skeleton label="Reading the values" />;
  if (!value.ok) return <p className="note">{value.findings.map(({ message }) => message).join(' ')}</p>;
  const words = find.toLowerCase();
  const values = rowsIn(value.body).flatMap((row): Value[] => {
    const code = row[valueProperty];
    const text = textProperty === undefined ? undefined : row[textProperty];
    return code === undefined || code === null
      ? []
      : [{ code: String(code), text: typeof text === 'string' ? text : undefined }];
  });
  const fitting = values.filter(({ code, text = '' }) => `${code} ${text}`.toLowerCase().includes(words));
  return (
    <div>
      <p className="quiet" role="status">
        {fitting.length} of {values.length} read from {open}
      </p>
      {show(fitting)}
    </div>
  );
}

/** The entities of an answer, in the shape of either version of OData. */
function rowsIn(body: unknown): Record<string, unknown>[] {
  const inner = isObject(body) ? (body.d ?? body) : body;
  const rows = isObject(inner) ? (inner.results ?? inner.value) : inner;
  return Array.isArray(rows) ? rows.filter(isObject) : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
