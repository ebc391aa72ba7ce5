import { shown } from '../../odata/edm-value.ts';
import { pointerOf } from '../call-node.ts';
import { found, type Rule } from '../rule.ts';

/** A to-many navigation property holds a list of objects, a to-one holds one object. */
export const deepInsertCardinality: Rule = {
  name: 'deep-insert-cardinality',
  navigation(node) {
    const { navigation, name, value } = node;
    const pointer = pointerOf(node);
    if (navigation.cardinality === '*') {
      if (Array.isArray(value)) {
        const wrong = value.findIndex((item: unknown) => !isObject(item));
        if (wrong < 0) return undefined;
        return found(
          deepInsertCardinality.name,
          `${pointer}/${wrong}`,
          `${name} holds objects, not ${shown(value[wrong])}.`,
        );
      }
      const results = isObject(value) && Array.isArray(value.results) ? value.results : undefined;
      const repaired = results ?? (isObject(value) ? [value] : undefined);
      return found(
        deepInsertCardinality.name,
        pointer,
        `${name} leads to many and takes a list of objects: [ { … } ].`,
        {
          ...(repaired !== undefined && { repair: [{ op: 'replace', path: pointer, value: repaired }] }),
        },
      );
    }
    if (isObject(value) || (value === null && navigation.cardinality === '0..1')) return undefined;
    const [only, ...others]: unknown[] = Array.isArray(value) ? value : [];
    return found(deepInsertCardinality.name, pointer, `${name} leads to one and takes one object: { … }.`, {
      ...(isObject(only) && others.length === 0 && { repair: [{ op: 'replace', path: pointer, value: only }] }),
    });
  },
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
