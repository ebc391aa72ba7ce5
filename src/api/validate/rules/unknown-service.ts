import { nearestNames } from '../../nearest-names.ts';
import { found, type Rule } from '../rule.ts';

/** The service of a call is one of the landscape's. */
export const unknownService: Rule = {
  name: 'unknown-service',
  call({ call, path, service }, { catalog }) {
    if (service !== undefined) return undefined;
    const nearest = nearestNames(call.service, catalog.serviceIds());
    const [suggestion] = nearest;
    const hint = suggestion === undefined ? 'Search for it by what it does.' : `Did you mean ${nearest.join(', ')}?`;
    return found(
      unknownService.name,
      `${path}/service`,
      `There is no service ${call.service} in this landscape. ${hint}`,
      {
        allowed: nearest,
        ...(suggestion !== undefined && {
          suggestion,
          repair: [{ op: 'replace', path: `${path}/service`, value: suggestion }],
        }),
      },
    );
  },
};
