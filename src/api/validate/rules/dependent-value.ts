import { sameEdmValue, shown } from '../../odata/edm-value.ts';
import type { ValueHelp } from '../../spec/value-help.ts';
import { type PropertyNode, pointerOf } from '../call-node.ts';
import { found, type Rule, type RuleContext, type Verdict } from '../rule.ts';

/**
 * A value from a dependent list (In and InOut parameters of its ValueList) comes with the values that narrow the list, and fits them
 * where the rows of the list are known.
 */
export const dependentValue: Rule = {
  name: 'dependent-value',
  property(node, context) {
    const { entity, property, value } = node;
    const valueHelp = property.valueHelp;
    if (
      entity === undefined ||
      value === null ||
      value === '' ||
      valueHelp === undefined ||
      valueHelp.parameters.length === 0
    )
      return undefined;
    return absentCompanion(node, valueHelp) ?? unfitRow(node, valueHelp, context);
  },
};

function absentCompanion(node: PropertyNode, { parameters }: ValueHelp): Verdict {
  const { entity, name } = node;
  if (entity === undefined || !entity.creating) return undefined;
  const absent = parameters.flatMap(({ direction, local }) => {
    if (direction !== 'In' || local === undefined || local.includes('/') || local === name) return [];
    const companion = entity.type.properties.get(local);
    if (companion === undefined || companion.key || entity.set?.createRefusals.has(local) === true) return [];
    return isGiven(entity.value[local]) ? [] : [local];
  });
  if (absent.length === 0) return undefined;
  const message = `${name} is chosen from a list that depends on ${absent.join(', ')}, which the payload does not give; add it, or make sure that the system knows it.`;
  return found(dependentValue.name, node, message, { severity: 'warning' });
}

/** The rows of the list are known where they were read before; only a complete reading proves that a value does not fit. */
function unfitRow(node: PropertyNode, valueHelp: ValueHelp, { valueRows, root }: RuleContext): Verdict {
  const { entitySet, valueProperty, parameters } = valueHelp;
  if (entitySet === undefined || valueRows === undefined || node.entity === undefined) return undefined;
  const known = valueRows(entitySet.includes('/') ? entitySet : `${root.call.service}/${entitySet}`);
  if (known?.complete !== true) return undefined;
  const own =
    valueProperty ?? parameters.find(({ local, direction }) => local === node.name && direction !== 'In')?.target;
  if (own === undefined) return undefined;
  const { value: siblings } = node.entity;
  const conditions = parameters.flatMap(({ direction, local, target, constant }) => {
    if (target === undefined || target === own) return [];
    if (direction === 'Constant') return constant === undefined ? [] : [{ target, wanted: constant as unknown }];
    const narrows = direction === 'In' || direction === 'InOut';
    return narrows && local !== undefined && isGiven(siblings[local]) ? [{ target, wanted: siblings[local] }] : [];
  });
  const fitting = known.rows.filter((row) => conditions.every(({ target, wanted }) => same(row[target], wanted)));
  if (fitting.some((row) => same(row[own], node.value))) return undefined;
  const allowed = [...new Set(fitting.map((row) => String(row[own])))].slice(0, 200);
  const under = conditions.map(({ target, wanted }) => `${target} ${shown(wanted)}`).join(', ');
  const message = `${shown(node.value)} is no value of ${node.name}${under === '' ? '' : ` for ${under}`}; it takes one of ${allowed.slice(0, 12).join(', ')}.`;
  const [only, ...others] = allowed;
  return found(dependentValue.name, node, message, {
    allowed,
    ...(only !== undefined &&
      others.length === 0 && { suggestion: only, repair: [{ op: 'replace', path: pointerOf(node), value: only }] }),
  });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function same(a: unknown, b: unknown): boolean {
  return sameEdmValue(a, b, 'Edm.String');
}
