import { parse } from 'yaml';
import type { Fact } from '../../graph/index.ts';
import type { FactLists } from './fact-lists.ts';

/** Counts the value lists of a file. `types` gives the ids of a service's types by unqualified and qualified name. */
export function countValueHelp(
  text: string,
  property: (service: string, type: string, name: string) => string,
  lists: FactLists,
): void {
  for (const entry of entriesOf(text, 'valueHelp')) {
    const id = property(textOf(entry.service), textOf(entry.entityType), textOf(entry.property));
    const values = Array.isArray(entry.values) ? entry.values : [];
    const codes = values.map((value: unknown) => (isMap(value) ? textOf(value.code) : textOf(value)));
    lists.add(['valueHelpLists'], id, { fixed: entry.fixed !== 'false', codes: codes.join(' ') });
    values.forEach((value: unknown, index) => {
      const facts = isMap(value) && value.text !== undefined ? { text: textOf(value.text) } : {};
      lists.add(['valueHelpValues'], `${id} ${codes[index] ?? ''}`, facts);
    });
    const service = textOf(entry.service);
    if (!lists.of('valueHelpServices').some((fact) => fact.id === service)) lists.add(['valueHelpServices'], service);
  }
}

/** The bindings of a file as the audit names them. */
export function bindingFacts(text: string): Fact[] {
  return entriesOf(text, 'bindings').map(({ process, activity, service, entitySet, operation }) => {
    const set = entitySet === undefined ? undefined : textOf(entitySet);
    return bindingFact(`${textOf(process)}/${textOf(activity)}`, textOf(service), set, textOf(operation));
  });
}

/** A binding as the audit names it: the activity by its id in the graph, the operation and what it leads to. */
export function bindingFact(activity: string, service: string, entitySet: string | undefined, operation: string): Fact {
  const target = entitySet === undefined ? service : `${service}/${entitySet}`;
  const action = operation.startsWith('action:') ? operation.slice('action:'.length) : undefined;
  return { id: `${activity} ${operation} ${target}`, facts: { action } };
}

/** The service entries of landscape.yaml: id and the metadata path as written. */
export function serviceEntries(text: string): { id: string; metadata: string }[] {
  return entriesOf(text.replace(/\$\{(\w+)\}/g, '$$$1'), 'services').map(({ id, metadata }) => ({
    id: textOf(id),
    metadata: textOf(metadata),
  }));
}

/** The maps of a list, all scalars as text (YAML failsafe schema); nothing where the file is no such list. */
function entriesOf(text: string, key: string): Record<string, unknown>[] {
  const document = parseText(text);
  const list = isMap(document) ? document[key] : undefined;
  return Array.isArray(list) ? list.filter(isMap) : [];
}

function parseText(text: string): unknown {
  try {
    return parse(text, { schema: 'failsafe', maxAliasCount: 100 });
  } catch (error) {
    // The reading of the file has said what is wrong with it; here it counts as empty.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
