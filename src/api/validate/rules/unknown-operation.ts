import { found, type Rule } from '../rule.ts';

const MEANT: Readonly<Record<string, string>> = {
  post: 'create',
  insert: 'create',
  add: 'create',
  new: 'create',
  get: 'read',
  list: 'read',
  query: 'read',
  search: 'read',
  find: 'read',
  patch: 'update',
  put: 'update',
  merge: 'update',
  change: 'update',
  modify: 'update',
  edit: 'update',
  remove: 'delete',
  del: 'delete',
};

/** The operation of a call is one of the known words. */
export const unknownOperation: Rule = {
  name: 'unknown-operation',
  call({ call, path, service, set, word }) {
    if (service === undefined) return undefined;
    const isOpenApi = service.attributes.protocol === 'openapi';
    if (word !== undefined && (word.kind === 'http') === isOpenApi) return undefined;
    const lower = call.operation.toLowerCase();
    const words = ['create', 'read', 'update', 'delete'];
    const plain = words.find((known) => known === lower.trim()) ?? MEANT[lower.split(/[\s:]/)[0] ?? ''];
    const action = [...(set === undefined ? [] : service.operations(set)), ...service.operations()].find(
      ({ attributes }) => attributes.name.toLowerCase() === lower.replace(/^(action|function):?\s*/, ''),
    );
    const suggestion = action === undefined ? plain : `action:${action.attributes.name}`;
    const allowed = isOpenApi ? ['<METHOD> <path>'] : [...words, 'action:<Name>'];
    const message = `${call.operation} is no operation of an ${isOpenApi ? 'OpenAPI' : 'OData'} service; use ${allowed.join(', ')}.`;
    return found(unknownOperation.name, `${path}/operation`, message, {
      allowed,
      ...(suggestion !== undefined && {
        suggestion,
        repair: [{ op: 'replace', path: `${path}/operation`, value: suggestion }],
      }),
    });
  },
};
