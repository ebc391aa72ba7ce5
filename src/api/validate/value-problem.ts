import { type EdmProblem, shown } from '../odata/edm-value.ts';
import type { TypedProperty } from '../spec/structured-type.ts';
import type { ValueHelp } from '../spec/value-help.ts';
import type { ValuePlace } from './call-node.ts';
import type { TypedParameter } from './typed-parameter.ts';

/** Why a value does not fit. `index` is its position in a collection; `code`: it is not on a closed list; `null`: it may not be null. */
export interface ValueProblem extends Omit<EdmProblem, 'kind'> {
  readonly kind: EdmProblem['kind'] | 'code' | 'null';
  readonly index?: number;
  /** The value meant, of a collection the element. */
  readonly value: unknown;
}

/** Checks a value of a property by its type, facets and closed list, once for all rules. */
export function problemOfProperty(
  property: TypedProperty,
  value: unknown,
  place: ValuePlace,
): ValueProblem | undefined {
  const { collection } = property.attributes;
  if (value === null) {
    if (place === 'filter' || (place === 'payload' && property.nullable && collection !== true)) return undefined;
    return { kind: 'null', message: 'may not be null', value };
  }
  if (collection !== true || place !== 'payload') return located(problemOfOne(property, value, place), value);
  if (!Array.isArray(value)) return { ...mustBe('a list', value), repaired: [value], value };
  for (let index = 0; index < value.length; index++) {
    const element: unknown = value[index];
    const problem =
      element === null
        ? ({ kind: 'null', message: 'may not hold null' } as const)
        : problemOfOne(property, element, place);
    if (problem !== undefined) return { ...problem, index, value: element };
  }
  return undefined;
}

function problemOfOne(
  property: TypedProperty,
  value: unknown,
  place: ValuePlace,
): Omit<ValueProblem, 'value'> | undefined {
  if (property.complexId !== undefined) return isObject(value) ? undefined : mustBe('an object', value);
  if (property.isEnum || property.valueHelp?.closed === true) {
    const problem = problemOfCode(property, value);
    if (problem !== undefined || property.isEnum) return problem;
  }
  return place === 'payload' ? property.check(value) : property.checkInUrl(value);
}

/** Checks a value of a parameter by its type and facets, and by the closed list of the property of its name. */
export function problemOfParameter(
  parameter: TypedParameter,
  valueHelp: ValueHelp | undefined,
  value: unknown,
): ValueProblem | undefined {
  const { nullable, collection } = parameter.attributes;
  if (value === null) {
    return nullable === false || parameter.required ? { kind: 'null', message: 'may not be null', value } : undefined;
  }
  if (collection === true) {
    return Array.isArray(value) ? undefined : { ...mustBe('a list', value), repaired: [value], value };
  }
  if (parameter.complex !== undefined) return isObject(value) ? undefined : { ...mustBe('an object', value), value };
  const scalar = typeof value === 'string' || typeof value === 'number';
  if (valueHelp?.closed === true && scalar && valueHelp.find(value) === undefined) {
    return { kind: 'code', message: 'is not on its list', value };
  }
  return located(parameter.check(value), value);
}

/** A code must be listed; one that is listed but has another JSON type is repaired to the listed one. */
function problemOfCode(property: TypedProperty, value: unknown): Omit<ValueProblem, 'value'> | undefined {
  const { valueHelp, isEnum } = property;
  if (typeof value === 'object') return mustBe('a single code', value);
  if (isEnum && typeof value === 'number' && Number.isInteger(value)) return undefined;
  if (valueHelp === undefined) return undefined;
  const parts = valueHelp.flags && typeof value === 'string' ? value.split(',') : [value];
  for (const part of parts) {
    const code = valueHelp.find(typeof part === 'string' && valueHelp.flags ? part.trim() : part);
    if (code === undefined) return { kind: 'code', message: 'is not on its list' };
    const problem = isEnum ? undefined : property.check(value);
    if (problem !== undefined && property.check(code) === undefined) return { ...problem, repaired: code };
  }
  return undefined;
}

function located(problem: Omit<ValueProblem, 'value'> | undefined, value: unknown): ValueProblem | undefined {
  return problem === undefined ? undefined : { ...problem, value };
}

function mustBe(what: string, value: unknown): { kind: 'type'; message: string } {
  return { kind: 'type', message: `must be ${what}, not ${shown(value)}` };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
