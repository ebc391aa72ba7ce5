import { found, type Rule } from '../rule.ts';

/** A call of one entity gives all parts of its key. */
export const missingKey: Rule = {
  name: 'missing-key',
  call({ call, path, set, word, operation }) {
    if (set === undefined || set.attributes.singleton === true || word === undefined || call.reference !== undefined)
      return undefined;
    const keys = set.type.keys.map(({ name }) => name);
    const needed =
      word.kind === 'update' || word.kind === 'delete' || call.navigation !== undefined || operation?.on === 'entity';
    if (!needed && !(word.kind === 'read' && call.key !== undefined)) return undefined;
    const missing = keys.filter((name) => call.key?.[name] === undefined);
    if (missing.length === 0) return undefined;
    const inPayload = missing.filter((name) => call.payload?.[name] !== undefined && call.payload[name] !== null);
    const message = `${describe(call.operation)} ${set.name} needs its whole key: add ${missing.join(', ')} to "key".`;
    if (inPayload.length < missing.length) return found(missingKey.name, `${path}/key`, message, { allowed: keys });
    const value = { ...call.key, ...Object.fromEntries(inPayload.map((name) => [name, call.payload?.[name]])) };
    return found(missingKey.name, `${path}/key`, message, {
      allowed: keys,
      repair: [
        { op: 'add', path: `${path}/key`, value },
        ...inPayload.map((name) => ({ op: 'remove' as const, path: `${path}/payload/${name}` })),
      ],
    });
  },
};

function describe(operation: string): string {
  return operation.startsWith('action:') ? `The action ${operation.slice('action:'.length)} on` : `The ${operation} of`;
}
