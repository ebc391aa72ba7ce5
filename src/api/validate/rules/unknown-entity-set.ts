import { nearestNames } from '../../nearest-names.ts';
import { found, type Rule } from '../rule.ts';

/** The EntitySet of a call is one of the service's, and every call but an unbound action names one. */
export const unknownEntitySet: Rule = {
  name: 'unknown-entity-set',
  call({ call, path, service, set, word, operation }) {
    if (service === undefined || set !== undefined) return undefined;
    if (call.entitySet === undefined) {
      const needed =
        word !== undefined && word.kind !== 'http' && (word.kind !== 'action' || operation?.on === 'entity');
      return needed
        ? found(
            unknownEntitySet.name,
            `${path}/entitySet`,
            `The ${call.operation} names no EntitySet; add "entitySet".`,
          )
        : undefined;
    }
    const nearest = nearestNames(call.entitySet, service.entitySetNames());
    const [suggestion] = nearest;
    const hint = suggestion === undefined ? 'Search for it by what it holds.' : `Did you mean ${nearest.join(', ')}?`;
    const message = `The service ${service.id} has no EntitySet ${call.entitySet}. ${hint}`;
    return found(unknownEntitySet.name, `${path}/entitySet`, message, {
      allowed: nearest,
      ...(suggestion !== undefined && {
        suggestion,
        repair: [{ op: 'replace', path: `${path}/entitySet`, value: suggestion }],
      }),
    });
  },
};
