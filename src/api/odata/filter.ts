import type { FilterCondition } from '../call.ts';
import type { CatalogService } from '../spec/catalog.ts';
import type { StructuredType } from '../spec/structured-type.ts';
import { CallProblem } from './call-problem.ts';
import { type LiteralType, urlLiteral } from './literal.ts';
import { dialectOf } from './shape.ts';
import { propertyAt } from './url.ts';

/**
 * The value of `$filter` for conditions joined by and, not yet percent-encoded. `contains` is `substringof` in V2 and V3;
 * `in` is written as such from 4.01 on and as comparisons joined by or before, which 4.01 understands too.
 */
export function filterExpression(
  service: CatalogService,
  type: StructuredType,
  conditions: readonly FilterCondition[],
): string {
  return conditions
    .map((condition, index) => comparison(service, type, condition, `query/filter/${index}`))
    .join(' and ');
}

function comparison(service: CatalogService, type: StructuredType, condition: FilterCondition, path: string): string {
  const { property, op, value } = condition;
  const declared: LiteralType = propertyAt(service, type, property) ?? { primitive: primitiveOfJson(value) };
  const literal = (item: unknown): string => urlLiteral(item, declared, dialectOf(service), `${path}/${property}`);
  switch (op) {
    case 'contains':
      return dialectOf(service) === 'v4'
        ? `contains(${property},${literal(value)})`
        : `substringof(${literal(value)},${property})`;
    case 'startswith':
    case 'endswith':
      return `${op}(${property},${literal(value)})`;
    case 'in': {
      const items = Array.isArray(value) ? value : [value];
      if (items.length === 0) {
        throw new CallProblem(
          'empty-list',
          path,
          `The list of "in" for ${property} is empty, so nothing could be found.`,
        );
      }
      if (service.attributes.version === '4.01') return `${property} in (${items.map(literal).join(',')})`;
      const alternatives = items.map((item) => `${property} eq ${literal(item)}`);
      return alternatives.length === 1 ? alternatives.join('') : `(${alternatives.join(' or ')})`;
    }
    default:
      return `${property} ${op} ${literal(value)}`;
  }
}

/** Open types and unknown paths: the JSON type is all there is. */
function primitiveOfJson(value: unknown): string {
  const sample: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof sample === 'boolean') return 'Edm.Boolean';
  if (typeof sample === 'number') return Number.isInteger(sample) ? 'Edm.Int32' : 'Edm.Double';
  return 'Edm.String';
}
