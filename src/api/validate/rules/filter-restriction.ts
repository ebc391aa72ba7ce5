import type { FilterCondition } from '../../call.ts';
import type { CatalogSet } from '../../spec/catalog.ts';
import { filterExpressions } from '../../spec/specify.ts';
import type { FilterNode, QueryNode } from '../call-node.ts';
import { found, type Rule, type Verdict } from '../rule.ts';

/** A filter has what the EntitySet demands, uses each property only as allowed, and compares as its type can be compared. */
export const filterRestriction: Rule = {
  name: 'filter-restriction',
  query: (node) => [...missing(node), ...overused(node)],
  filter: checkOperator,
};

function missing({ path, query, set, type, hasKey }: QueryNode): ReturnType<typeof found>[] {
  if (hasKey || set.type !== type) return [];
  const filtered = new Set(query.filter?.map(({ property }) => property));
  const required = [
    ...(set.attributes.requiredFilterProperties ?? []),
    ...[...type.properties.values()]
      .filter(({ attributes }) => attributes.requiredInFilter === true)
      .map(({ name }) => name),
  ];
  const absent = [...new Set(required)].filter((name) => !filtered.has(name));
  if (absent.length > 0) {
    const message = `A read of ${set.name} must filter by ${absent.join(', ')}; add ${absent.length === 1 ? 'a condition' : 'conditions'}.`;
    return [found(filterRestriction.name, `${path}/filter`, message, { allowed: absent })];
  }
  if (set.attributes.requiresFilter === true && filtered.size === 0) {
    return [
      found(filterRestriction.name, `${path}/filter`, `A read of ${set.name} must have a filter; add a condition.`),
    ];
  }
  return [];
}

/** Allowed expressions: the words of Capabilities.FilterExpressionRestrictionType and of sap:filter-restriction. */
function overused({ path, query, set }: QueryNode): ReturnType<typeof found>[] {
  const conditions = query.filter ?? [];
  if (conditions.length === 0) return [];
  const allowed = expressionsOf(set);
  return conditions.flatMap((condition, index) => {
    const kinds = allowed.get(condition.property);
    if (kinds === undefined) return [];
    const same = conditions.filter(({ property }) => property === condition.property);
    const reasons = kinds.map((kind) => misfit(kind, condition, same));
    const [reason] = reasons;
    if (reason === undefined || reasons.includes(undefined)) return [];
    return [
      found(
        filterRestriction.name,
        `${path}/filter/${index}`,
        `${condition.property} ${reason}; change the condition.`,
      ),
    ];
  });
}

function misfit(kind: string, { op }: FilterCondition, same: readonly FilterCondition[]): string | undefined {
  const isRange = op === 'gt' || op === 'ge' || op === 'lt' || op === 'le';
  switch (kind) {
    case 'SingleValue':
    case 'single-value':
      if (op !== 'eq') return 'can only be compared with eq, to one value';
      return same.length > 1 ? 'can only be compared once' : undefined;
    case 'MultiValue':
    case 'multi-value':
      return op === 'eq' || op === 'in' ? undefined : 'can only be compared with eq or in';
    case 'SingleRange':
    case 'interval':
      if (op !== 'eq' && !isRange) return 'can only be compared with eq, or with one range (ge, le)';
      return same.length > 2 ? 'can only be compared with one range (ge, le)' : undefined;
    case 'SearchExpression':
      return op === 'contains' || op === 'startswith' || op === 'endswith'
        ? undefined
        : 'can only be searched (contains, startswith, endswith)';
    default:
      return undefined;
  }
}

const byEntitySet = new WeakMap<CatalogSet, ReadonlyMap<string, readonly string[]>>();

function expressionsOf(set: CatalogSet): ReadonlyMap<string, readonly string[]> {
  let expressions = byEntitySet.get(set);
  if (expressions === undefined) {
    expressions = new Map(Object.entries(filterExpressions(set)));
    byEntitySet.set(set, expressions);
  }
  return expressions;
}

const TEXT_OPERATORS = new Set(['contains', 'startswith', 'endswith']);
const UNORDERED = new Set(['Edm.Boolean', 'Edm.Binary', 'Edm.Guid']);

function checkOperator({ path, condition, property }: FilterNode): Verdict {
  const { op, property: name, value } = condition;
  const { primitive, complexId, attributes } = property;
  const pointer = `${path}/op`;
  if (complexId !== undefined || attributes.collection === true) {
    return found(
      filterRestriction.name,
      pointer,
      `${name} has no single value to compare; filter by one of its members, as ${name}/Member.`,
    );
  }
  if (TEXT_OPERATORS.has(op) && primitive !== 'Edm.String') {
    const message = `${op} searches in texts, but ${name} is ${primitive}; use eq or a range.`;
    return found(filterRestriction.name, pointer, message, {
      suggestion: 'eq',
      repair: [{ op: 'replace', path: pointer, value: 'eq' }],
    });
  }
  const isRange = op === 'gt' || op === 'ge' || op === 'lt' || op === 'le';
  if (isRange && (UNORDERED.has(primitive) || value === null)) {
    return found(filterRestriction.name, pointer, `${name} cannot be compared with ${op}; use eq or ne.`, {
      suggestion: 'eq',
      repair: [{ op: 'replace', path: pointer, value: 'eq' }],
    });
  }
  if (op === 'in' && (!Array.isArray(value) || value.length === 0)) {
    return found(filterRestriction.name, `${path}/value`, `The comparison "in" of ${name} takes a list of values.`, {
      ...(!Array.isArray(value) && { repair: [{ op: 'replace', path: `${path}/value`, value: [value] }] }),
    });
  }
  if (value === undefined)
    return found(filterRestriction.name, `${path}/value`, `The comparison of ${name} has no value; add "value".`);
  if (op !== 'in' && (Array.isArray(value) || TEXT_OPERATORS.has(op)) && typeof value !== 'string') {
    const repair =
      Array.isArray(value) && op === 'eq' ? [{ op: 'replace' as const, path: pointer, value: 'in' }] : undefined;
    const message = `The comparison ${op} of ${name} takes one ${TEXT_OPERATORS.has(op) ? 'text' : 'value'}; for several use "in".`;
    return found(filterRestriction.name, `${path}/value`, message, { ...(repair !== undefined && { repair }) });
  }
  return undefined;
}
