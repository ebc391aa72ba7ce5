import type { Finding, JsonPatchOperation } from '../../../base/index.ts';
import type { CatalogOperation } from '../../spec/catalog.ts';
import type { CallRoot } from '../call-node.ts';
import { found, type Rule } from '../rule.ts';

/** A call has the parts of its operation and no others: a read no payload, a create no key, an update something to change. */
export const misplacedPart: Rule = {
  name: 'misplaced-part',
  call(node) {
    const { call, path, word, set, operation } = node;
    if (word === undefined || word.kind === 'http' || node.service === undefined) return undefined;
    const findings: Finding[] = [];
    const isWrite = word.kind === 'create' || word.kind === 'update';
    if (!isWrite && call.payload !== undefined) findings.push(misplacedPayload(node));
    if (word.kind !== 'action' && isFilled(call.parameters)) {
      findings.push(
        report(path, 'parameters', isWrite ? 'payload' : undefined, call, `A ${word.kind} takes no "parameters"`),
      );
    }
    if (word.kind !== 'read' && word.kind !== 'action' && isFilled(call.query)) {
      findings.push(report(path, 'query', undefined, call, `A ${word.kind} takes no "query"`));
    }
    const throughParent = call.navigation !== undefined || call.reference !== undefined;
    if (word.kind === 'create' && isFilled(call.key) && !throughParent) {
      findings.push(
        report(
          path,
          'key',
          'payload',
          call,
          'A create takes its key, where it is not numbered by the system, in the payload',
        ),
      );
    }
    if (set?.attributes.singleton === true && isFilled(call.key)) {
      findings.push(report(path, 'key', undefined, call, `${set.name} is a single entity without key`));
    }
    if (operation !== undefined && operation.on !== 'entity' && isFilled(call.key) && !isImport(operation)) {
      const why = `${operation.attributes.name} is not called on one entity and takes no "key"`;
      findings.push(report(path, 'key', undefined, call, why));
    }
    if (call.navigation !== undefined && word.kind !== 'create' && word.kind !== 'read') {
      findings.push(
        report(path, 'navigation', undefined, call, `A ${word.kind} does not go through a navigation property`),
      );
    }
    if (word.kind === 'update' && !isFilled(call.payload)) {
      const message = `An update needs what is to change; add "payload".`;
      findings.push(found(misplacedPart.name, `${path}/payload`, message));
    }
    return findings;
  },
};

function misplacedPayload({ call, path, word }: CallRoot): Finding {
  if (word?.kind === 'action')
    return report(path, 'payload', 'parameters', call, 'An action takes "parameters", no "payload"');
  return report(path, 'payload', undefined, call, `A ${word?.kind ?? 'call'} takes no "payload"`);
}

type Part = 'payload' | 'parameters' | 'key' | 'query' | 'navigation';

/** A part moves to where it belongs if there is nothing yet, else it goes. */
function report(
  path: string,
  part: Part,
  to: 'payload' | 'parameters' | undefined,
  call: CallRoot['call'],
  why: string,
): Finding {
  const from = `${path}/${part}`;
  const hint = to === undefined ? 'leave it out' : `move it to "${to}"`;
  const repair: JsonPatchOperation[] =
    to === undefined
      ? [{ op: 'remove', path: from }]
      : [
          { op: 'add', path: `${path}/${to}`, value: { ...(call[part] as Record<string, unknown>), ...call[to] } },
          { op: 'remove', path: from },
        ];
  return found(misplacedPart.name, from, `${why}; ${hint}.`, { repair });
}

/** Imports of V2 take keys as parameters. */
function isImport({ attributes }: CatalogOperation): boolean {
  return attributes.operationType === 'FunctionImport';
}

function isFilled(part: object | undefined): boolean {
  return part !== undefined && Object.keys(part).length > 0;
}
