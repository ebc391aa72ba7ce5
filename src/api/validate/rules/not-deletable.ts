import { found, type Rule } from '../rule.ts';

/** A delete names an EntitySet whose entities can be deleted. */
export const notDeletable: Rule = {
  name: 'not-deletable',
  call({ path, set, word }) {
    if (word?.kind !== 'delete' || set === undefined) return undefined;
    if (set.attributes.deletable !== false && set.attributes.singleton !== true) return undefined;
    const actions = set.service.operations(set).map(({ attributes }) => `action:${attributes.name}`);
    const hint = actions.length === 0 ? '' : ` Its actions are ${actions.slice(0, 8).join(', ')}.`;
    return found(
      notDeletable.name,
      `${path}/operation`,
      `Entities of ${set.name} cannot be deleted; choose another operation.${hint}`,
      {
        allowed: actions,
      },
    );
  },
};
