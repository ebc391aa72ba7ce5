import { useState } from 'react';
import type { ValueSearch } from '../api/answers.ts';
import { getJson } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { useDebounced } from '../app/use-debounced.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SystemValues } from './system-values.tsx';
import type { Property } from './type-text.ts';
import { type Value, ValueList } from './value-list.tsx';

/** The property whose values are looked for. */
export interface ValueHelpOf {
  readonly target: string;
  readonly property: string;
  readonly label: string;
  /** Where the values lie, if the metadata says so. */
  readonly list: NonNullable<Property['valueHelp']> | undefined;
}

/** The allowed values of a property, filtered by code or words; choosing is possible where somebody waits for a value. */
export function ValueHelpDialog({
  of,
  onClose,
  onChoose,
}: {
  of: ValueHelpOf | undefined;
  onClose: () => void;
  onChoose?: (code: string) => void;
}) {
  return (
    <Dialog title={`Values of ${of?.label ?? ''}`} isOpen={of !== undefined} onClose={onClose}>
      {of !== undefined && <Values of={of} onClose={onClose} {...(onChoose !== undefined && { onChoose })} />}
    </Dialog>
  );
}

function Values({
  of: { target, property, list },
  onClose,
  onChoose,
}: {
  of: ValueHelpOf;
  onClose: () => void;
  onChoose?: (code: string) => void;
}) {
  const [find, setFind] = useState('');
  const wanted = useDebounced(find.trim(), 150);
  const { value, problem, isLoading } = useResource(
    `values ${target} ${property} ${wanted}`,
    (signal) => getJson<ValueSearch>('/values', { target, property, find: wanted, limit: 200 }, signal),
    { keep: true },
  );
  const show = (values: readonly Value[]) => (
    <ValueList values={values} {...(onChoose !== undefined && { onChoose })} />
  );
  return (
    <div className="values">
      <label>
        Filter by code or words
        <input type="text" autoComplete="off" value={find} onChange={({ target: field }) => setFind(field.value)} />
      </label>
      {problem !== undefined && <ErrorBox problem={problem} />}
      {value === undefined && problem === undefined && <Skeleton />}
      {value !== undefined && value.count > 0 && (
        <div aria-busy={isLoading}>
          <p className="quiet" role="status">
            {value.values.length} of {value.count}
            {value.fixed ? '; nothing else is accepted' : '; others are accepted too'}
          </p>
          {show(value.values)}
        </div>
      )}
      {value !== undefined && value.count === 0 && (
        <SystemValues service={target.split('/')[0] ?? ''} list={list} find={wanted} show={show} />
      )}
      <div className="actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}
