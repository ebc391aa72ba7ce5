import type { Finding } from '../../../base/index.ts';
import { nearestNames } from '../../nearest-names.ts';
import { found, type Rule } from '../rule.ts';

/** The service of a call is one of the landscape's. */
export const unknownService: Rule = {
  name: 'unknown-service',
  call({ call, path, service }, { catalog }) {
    return service === undefined ? unknownServiceAt(`${path}/service`, call.service, catalog.serviceIds()) : undefined;
  },
};

/** The finding about a service that none of the landscape's is, at a place of a call, with the nearest of those that are known. */
export function unknownServiceAt(path: string, name: string, known: readonly string[]): Finding {
  const nearest = nearestNames(name, known);
  const [suggestion] = nearest;
  const hint = suggestion === undefined ? 'Search for it by what it does.' : `Did you mean ${nearest.join(', ')}?`;
  return found(unknownService.name, path, `There is no service ${name} in this landscape. ${hint}`, {
    allowed: nearest,
    ...(suggestion !== undefined && { suggestion, repair: [{ op: 'replace', path, value: suggestion }] }),
  });
}
