import { isSortable } from '../../spec/describe-property.ts';
import { found, type Rule } from '../rule.ts';

/** An order names only what can be sorted. */
export const notSortable: Rule = {
  name: 'not-sortable',
  query({ path, query, set, type }) {
    if (query.orderby === undefined || query.orderby.length === 0) return undefined;
    if (set.attributes.sortable === false) {
      return found(notSortable.name, `${path}/orderby`, `${set.name} cannot be sorted; leave "orderby" out.`, {
        repair: [{ op: 'remove', path: `${path}/orderby` }],
      });
    }
    return query.orderby.flatMap(({ property: name }, index) => {
      const property = type.properties.get(name);
      if (property === undefined || isSortable(set, property)) return [];
      const pointer = `${path}/orderby/${index}`;
      const message = `${set.name} cannot be sorted by ${name}; sort by another property or leave it out.`;
      return [found(notSortable.name, `${pointer}/property`, message, { repair: [{ op: 'remove', path: pointer }] })];
    });
  },
};
