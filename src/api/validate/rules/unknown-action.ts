import { nearestNames } from '../../nearest-names.ts';
import { found, type Rule } from '../rule.ts';

/** The action or function of a call exists, on the EntitySet or in the service. */
export const unknownAction: Rule = {
  name: 'unknown-action',
  call({ call, path, service, set, word, operation }) {
    if (service === undefined || word?.kind !== 'action' || operation !== undefined) return undefined;
    if (call.entitySet !== undefined && set === undefined) return undefined;
    const operations = [...(set === undefined ? [] : service.operations(set)), ...service.operations()];
    const names = [...new Set(operations.map(({ attributes }) => attributes.name))];
    const nearest = nearestNames(word.name, names);
    const [suggestion] = nearest;
    const where = set === undefined ? `The service ${service.id}` : set.name;
    const known =
      names.length === 0 ? 'It has none.' : `It has ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}.`;
    const hint = suggestion === undefined ? known : `Did you mean ${nearest.join(', ')}?`;
    return found(unknownAction.name, `${path}/operation`, `${where} has no action or function ${word.name}. ${hint}`, {
      allowed: (nearest.length > 0 ? nearest : names.slice(0, 50)).map((name) => `action:${name}`),
      ...(suggestion !== undefined && {
        suggestion: `action:${suggestion}`,
        repair: [{ op: 'replace', path: `${path}/operation`, value: `action:${suggestion}` }],
      }),
    });
  },
};
