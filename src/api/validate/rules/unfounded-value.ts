import { shown } from '../../odata/edm-value.ts';
import type { TypedProperty } from '../../spec/structured-type.ts';
import { type PropertyNode, pointerOf } from '../call-node.ts';
import { found, type Rule, type RuleContext } from '../rule.ts';

/**
 * An identifier came from the user, from an earlier answer or from a value list; one that did not was invented. Applies only where it
 * is known where values came from.
 */
export const unfoundedValue: Rule = {
  name: 'unfounded-value',
  property(node, context) {
    const { provenance } = context;
    if (provenance === undefined || !isIdentifier(node, context)) return undefined;
    if (node.problem !== undefined || provenance.knows(node.value)) return undefined;
    return found(
      unfoundedValue.name,
      node,
      `${shown(node.value)} for ${node.name} came neither from the user nor from an answer or a value list; ask for it or look it up first.`,
    );
  },
  parameter(node, { provenance, root }) {
    if (provenance === undefined || node.problem !== undefined || root.service?.keyNames.has(node.name) !== true)
      return undefined;
    if (node.valueHelp?.closed === true || provenance.knows(node.value)) return undefined;
    return found(
      unfoundedValue.name,
      pointerOf(node),
      `${shown(node.value)} for ${node.name} came neither from the user nor from an answer or a value list; ask for it or look it up first.`,
    );
  },
};

/** Names of things: parts of keys, properties named like a key of the service, foreign keys, guids. Listed codes and units are none. */
function isIdentifier({ property, place, name, entity, value }: PropertyNode, { root }: RuleContext): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  if (property.valueHelp?.closed === true || property.isEnum || isUnit(property) || isLanguage(property)) return false;
  const { primitive } = property;
  const nameable = primitive === 'Edm.String' || primitive === 'Edm.Guid' || primitive.startsWith('Edm.Int');
  if (!nameable || (place === 'filter' && entity !== undefined)) return false;
  if (place === 'key') return true;
  // Whoever creates an entity may number it, as with the items 10, 20 of an order.
  if (property.key && entity?.creating === true && /^0*\d{1,4}0?$/.test(String(value))) return false;
  return property.key || root.service?.keyNames.has(name) === true || primitive === 'Edm.Guid';
}

/** Language keys are codes of ISO 639, also where they are part of a key. */
function isLanguage({ name, attributes }: TypedProperty): boolean {
  return /Language$/.test(name) && (attributes.maxLength === undefined || Number(attributes.maxLength) <= 3);
}

function isUnit({ attributes }: TypedProperty): boolean {
  return attributes.semantics === 'currency-code' || attributes.semantics === 'unit-of-measure';
}
