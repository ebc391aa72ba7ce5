import { isFilterable } from '../../spec/describe-property.ts';
import { found, type Rule } from '../rule.ts';

/** A filter names only what can be filtered. */
export const notFilterable: Rule = {
  name: 'not-filterable',
  query({ path, query, set }) {
    if (set.attributes.filterable !== false || (query.filter?.length ?? 0) === 0) return undefined;
    return found(
      notFilterable.name,
      `${path}/filter`,
      `${set.name} cannot be filtered; read it whole, by key or with "search".`,
      {
        repair: [{ op: 'remove', path: `${path}/filter` }],
      },
    );
  },
  filter({ path, condition, property, set }) {
    if (isFilterable(set, property)) return undefined;
    const message = `${set.name} cannot be filtered by ${condition.property}; remove the condition and choose from the answer yourself.`;
    return found(notFilterable.name, `${path}/property`, message, { repair: [{ op: 'remove', path }] });
  },
};
