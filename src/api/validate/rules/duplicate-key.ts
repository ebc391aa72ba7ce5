import type { Finding } from '../../../base/index.ts';
import { comparable } from '../../odata/edm-value.ts';
import { pointerOf } from '../call-node.ts';
import { found, type Rule } from '../rule.ts';

/** No two entities of a deep insert have the same key. Parts that the parent gives to all need not be there. */
export const duplicateKey: Rule = {
  name: 'duplicate-key',
  navigation(node) {
    const { value, type, entity, name } = node;
    if (!Array.isArray(value) || value.length < 2 || type === undefined) return undefined;
    const inherited = new Set(entity.type.keys.map(({ path }) => path));
    const own = type.keys.map(({ path }) => path).filter((path) => !inherited.has(path));
    if (own.length === 0) return undefined;
    const first = new Map<string, number>();
    const findings: Finding[] = [];
    value.forEach((item: unknown, index) => {
      if (typeof item !== 'object' || item === null) return;
      const values = own.map((path) => (item as Record<string, unknown>)[path]);
      if (values.some((part) => part === undefined || part === null)) return;
      const key = JSON.stringify(
        own.map((path, at) => comparable(values[at], type.properties.get(path)?.primitive ?? 'Edm.String')),
      );
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, index);
        return;
      }
      const pointer = `${pointerOf(node)}/${index}`;
      const message = `${own.map((path, at) => `${path} ${String(values[at])}`).join(', ')} occurs twice in ${name}, first in item ${earlier}; give each its own key, or leave the key out where the system numbers.`;
      findings.push(found(duplicateKey.name, pointer, message));
    });
    return findings;
  },
};
