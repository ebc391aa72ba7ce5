import { MockFault } from './fault.ts';
import type { FilterNode } from './filter.ts';
import type { MockProperty, MockService, MockSet, MockType } from './model.ts';
import { setOfNavigation } from './model.ts';
import type { Rows } from './rows.ts';
import type { Row } from './seed.ts';
import { compareValues, type Declaration, readLiteral, sameIdentifier, type Value } from './value.ts';

type Predicate = (row: Row) => boolean;
interface Operand {
  declared: Declaration | undefined;
  of: (row: Row) => Value;
}

const anyText: Declaration = { type: 'Edm.String' };
const textFunctions = new Set(['tolower', 'toupper', 'trim', 'concat', 'substring']);

/** Turns a parsed filter into a predicate over the rows of a set; unknown properties and wrong literals are refused. */
export function compileFilter(tree: FilterNode, set: MockSet, service: MockService, rows: Rows): Predicate {
  const predicate = (node: FilterNode): Predicate => {
    switch (node.kind) {
      case 'and': {
        const [left, right] = [predicate(node.left), predicate(node.right)];
        return (row) => left(row) && right(row);
      }
      case 'or': {
        const [left, right] = [predicate(node.left), predicate(node.right)];
        return (row) => left(row) || right(row);
      }
      case 'not': {
        const operand = predicate(node.operand);
        return (row) => !operand(row);
      }
      case 'compare':
        return comparison(node.operator, node.left, node.right);
      case 'in': {
        const left = operand(node.left, undefined);
        const values = node.values.map((text) => literal(text, left.declared));
        return (row) => values.some((value) => equal(left.of(row), value, left.declared));
      }
      case 'call':
        return callPredicate(node);
      default: {
        const value = operand(node, { type: 'Edm.Boolean' });
        return (row) => value.of(row) === true;
      }
    }
  };

  const comparison = (operator: string, left: FilterNode, right: FilterNode): Predicate => {
    if (
      left.kind === 'call' &&
      !textFunctions.has(left.name) &&
      right.kind === 'literal' &&
      /^(true|false)$/.test(right.text)
    ) {
      const inner = predicate(left);
      const wanted = (right.text === 'true') === (operator === 'eq');
      return (row) => inner(row) === wanted;
    }
    const first = operand(left, undefined);
    const a = first.declared ? first : operand(left, operand(right, undefined).declared);
    const b = operand(right, a.declared);
    const type = a.declared?.type ?? 'Edm.String';
    return (row) => {
      const [x, y] = [a.of(row), b.of(row)];
      if (operator === 'eq') return equal(x, y, a.declared);
      if (operator === 'ne') return !equal(x, y, a.declared);
      if (x === null || y === null) return false;
      const order = compareValues(x, y, type);
      return operator === 'gt'
        ? order > 0
        : operator === 'ge'
          ? order >= 0
          : operator === 'lt'
            ? order < 0
            : order <= 0;
    };
  };

  const callPredicate = (node: FilterNode & { kind: 'call' }): Predicate => {
    const [first, second] = node.arguments;
    const known = ['contains', 'startswith', 'endswith', 'substringof'].includes(node.name);
    if (!known || !first || !second)
      throw new MockFault(400, 'GRM/FILTER', `The filter function ${node.name} is not supported.`);
    const [haystack, needle] = node.name === 'substringof' ? [second, first] : [first, second];
    const text = operand(haystack, anyText);
    const part = operand(needle, anyText);
    return (row) => {
      const [whole, piece] = [String(text.of(row) ?? ''), String(part.of(row) ?? '')];
      if (node.name === 'startswith') return whole.startsWith(piece);
      return node.name === 'endswith' ? whole.endsWith(piece) : whole.includes(piece);
    };
  };

  const operand = (node: FilterNode, expected: Declaration | undefined): Operand => {
    if (node.kind === 'literal') {
      const value = expected ? literal(node.text, expected) : null;
      return { declared: expected, of: () => value };
    }
    if (node.kind === 'path') return pathOperand(node.path);
    if (node.kind === 'call' && textFunctions.has(node.name)) {
      const parts = node.arguments.map((argument) => operand(argument, anyText));
      return {
        declared: anyText,
        of: (row) =>
          applyText(
            node.name,
            parts.map((part) => part.of(row)),
          ),
      };
    }
    throw new MockFault(400, 'GRM/FILTER', 'This filter expression is not supported.');
  };

  const pathOperand = (path: string): Operand => {
    const segments = path.split('/');
    const last = segments.pop() ?? '';
    let type: MockType = set.type;
    let holder: MockSet | undefined = set;
    const steps: ((row: Row) => Row | undefined)[] = [];
    for (const segment of segments) {
      const navigation = type.navigations.get(segment);
      const complex = service.types.get(type.properties.get(segment)?.type ?? '');
      if (navigation && holder) {
        const source: MockSet = holder;
        steps.push((row) => rows.related(source, row, navigation)?.rows[0]);
        holder = setOfNavigation(service, source, navigation);
        type = service.types.get(navigation.target) ?? type;
      } else if (complex) {
        steps.push((row) => row[segment] as Row | undefined);
        type = complex;
      } else throw unknown(segment, type);
    }
    const property: MockProperty | undefined = type.properties.get(last);
    if (!property) throw unknown(last, type);
    return {
      declared: property,
      of: (row) => {
        let current: Row | undefined = row;
        for (const step of steps) current = current && step(current);
        return current?.[last] ?? null;
      },
    };
  };

  const literal = (text: string, declared: Declaration | undefined): Value => {
    const value = readLiteral(text, declared ?? anyText, service.version);
    if (value === undefined) {
      const message = `${text} is no literal of type ${declared?.type ?? 'Edm.String'}.`;
      throw new MockFault(400, 'GRM/FILTER', message, [{ kind: 'type', path: '$filter', message }]);
    }
    return value;
  };

  return predicate(tree);
}

function equal(a: Value, b: Value, declared: Declaration | undefined): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a === 'string' && typeof b === 'string' && sameIdentifier(a, b)) return true;
  return compareValues(a, b, declared?.type ?? 'Edm.String') === 0;
}

function applyText(name: string, [first = '', second = '', third]: Value[]): Value {
  const text = String(first ?? '');
  switch (name) {
    case 'tolower':
      return text.toLowerCase();
    case 'toupper':
      return text.toUpperCase();
    case 'trim':
      return text.trim();
    case 'concat':
      return text + String(second ?? '');
    default:
      return text.slice(Number(second), third === undefined ? undefined : Number(second) + Number(third));
  }
}

function unknown(name: string, type: MockType): MockFault {
  const message = `${type.name} has no property ${name}.`;
  return new MockFault(400, 'GRM/PROPERTY', message, [{ kind: 'key', path: name, message }]);
}
