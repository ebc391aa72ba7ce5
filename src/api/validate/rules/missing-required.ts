import type { Finding } from '../../../base/index.ts';
import { escapeSegment } from '../call-node.ts';
import { dependentsOn } from '../constraints.ts';
import { found, type Rule } from '../rule.ts';

/** A create carries every required property; what an item takes over from its parent is not asked for. */
export const missingRequired: Rule = {
  name: 'missing-required',
  entity(node) {
    if (!node.creating || node.mode === 'update') return undefined;
    const required = node.set?.required ?? node.type.required;
    let findings: Finding[] | undefined;
    for (const property of required) {
      const { name } = property;
      const value = node.value[name];
      if (value !== undefined && (value !== null || !property.nullable)) continue;
      if (node.parent !== undefined && dependentsOn(node).has(name)) continue;
      const label = property.attributes.label === undefined ? '' : ` (${property.attributes.label})`;
      const codes = property.valueHelp?.closed === true ? property.valueHelp.values.map(({ code }) => code) : undefined;
      const [only] = codes?.length === 1 ? codes : [];
      const pointer = `${node.path}/${escapeSegment(name)}`;
      const hint =
        codes === undefined
          ? ''
          : ` It takes one of ${codes.slice(0, 10).join(', ')}${codes.length > 10 ? ', …' : ''}.`;
      findings ??= [];
      findings.push(
        found(missingRequired.name, pointer, `${name}${label} is required on create and is missing; add it.${hint}`, {
          ...(codes !== undefined && { allowed: codes }),
          ...(only !== undefined && { suggestion: only, repair: [{ op: 'add', path: pointer, value: only }] }),
        }),
      );
    }
    return findings;
  },
};
