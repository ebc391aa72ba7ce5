import { sameEdmValue, shown } from '../../odata/edm-value.ts';
import { escapeSegment } from '../call-node.ts';
import { constraintPairs } from '../constraints.ts';
import { found, type Rule } from '../rule.ts';

/** In a deep insert a foreign key that is given on both sides has the same value; where only the names say so, a difference is a warning. */
export const referentialConstraint: Rule = {
  name: 'referential-constraint',
  entity(node) {
    if (node.parent === undefined) return undefined;
    const { entity } = node.parent;
    const declared = constraintPairs(node);
    const byName = entity.type.keys
      .filter(
        ({ path }) => node.type.keys.some((key) => key.path === path) && !declared.some(({ child }) => child === path),
      )
      .map(({ path }) => ({ child: path, parent: path }));
    const check = (severity: 'error' | 'warning') => (pair: { child: string; parent: string }) => {
      const [own, theirs] = [node.value[pair.child], entity.value[pair.parent]];
      const type = node.type.properties.get(pair.child)?.primitive ?? 'Edm.String';
      if (own === undefined || theirs === undefined || sameEdmValue(own, theirs, type)) return [];
      const pointer = `${node.path}/${escapeSegment(pair.child)}`;
      const message = `${pair.child} must equal ${pair.parent} of the entity around it, which is ${shown(theirs)}, not ${shown(own)}; leave it out or make it equal.`;
      return [
        found(referentialConstraint.name, pointer, message, {
          severity,
          suggestion: typeof theirs === 'string' ? theirs : JSON.stringify(theirs),
          repair: [{ op: 'replace', path: pointer, value: theirs }],
        }),
      ];
    };
    return [...declared.flatMap(check('error')), ...byName.flatMap(check('warning'))];
  },
};
