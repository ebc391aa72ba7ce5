import { found, type Rule } from '../rule.ts';

/** A read names an EntitySet that can be read by itself. */
export const notReadable: Rule = {
  name: 'not-readable',
  call({ call, path, set, word }, { catalog }) {
    if (word?.kind !== 'read' || set === undefined) return undefined;
    const { readable, addressable } = set.attributes;
    if (readable !== false && (addressable !== false || call.navigation !== undefined)) return undefined;
    const ways = catalog.graph.in('BINDS', { kind: 'EntitySet', id: set.id }).map(({ from, attributes }) => {
      return `${from.slice(set.service.id.length + 1)}.${attributes.navigation}`;
    });
    const hint = ways.length === 0 ? 'Choose another EntitySet.' : `Read it through ${ways.slice(0, 3).join(' or ')}.`;
    return found(notReadable.name, `${path}/entitySet`, `${set.name} cannot be read directly. ${hint}`, {
      allowed: ways,
    });
  },
};
