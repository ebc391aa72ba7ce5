import type { Finding } from '../../../base/index.ts';
import { nearestNames } from '../../nearest-names.ts';
import { shown } from '../../odata/edm-value.ts';
import { rankValues } from '../../spec/search-values.ts';
import type { ValueHelp } from '../../spec/value-help.ts';
import { type ParameterNode, type PropertyNode, pointerOf } from '../call-node.ts';
import { found, type Rule } from '../rule.ts';
import type { ValueProblem } from '../value-problem.ts';

const MAX_ALLOWED = 200;

/** A coded value is on its closed list; a text ("standard") is led to its code (NB). */
export const invalidCode: Rule = {
  name: 'invalid-code',
  property: (node) => check(node, node.property.valueHelp),
  parameter: (node) => check(node, node.valueHelp),
};

function check(node: PropertyNode | ParameterNode, valueHelp: ValueHelp | undefined): Finding | undefined {
  const { problem } = node;
  if (problem?.kind !== 'code' || valueHelp === undefined) return undefined;
  const pointer = problem.index === undefined ? pointerOf(node) : `${pointerOf(node)}/${problem.index}`;
  const nearest = nearestCodes(valueHelp, problem);
  const codes = [...new Set([...nearest, ...valueHelp.values.map(({ code }) => code)])];
  const suggestion = nearest[0];
  const text = valueHelp.values.find(({ code }) => code === suggestion)?.text;
  const listed = codes.slice(0, 12).map((code) => withText(valueHelp, code));
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}${text === undefined ? '' : ` (${text})`}?`;
  const more = codes.length > listed.length ? `, and ${codes.length - listed.length} more` : '';
  const message = `${shown(problem.value)} is no code of ${node.name}.${hint} It takes one of ${listed.join(', ')}${more}.`;
  return found(invalidCode.name, pointer, message, {
    allowed: codes.slice(0, MAX_ALLOWED),
    ...(suggestion !== undefined && {
      suggestion,
      repair: [{ op: 'replace', path: pointer, value: typed(node, suggestion) }],
    }),
  });
}

/** A code is text in the list; the property may want it as a number or boolean. */
function typed(node: PropertyNode | ParameterNode, code: string): unknown {
  const problem = node.kind === 'property' ? node.property.check(code) : node.parameter.check(code);
  return problem?.repaired ?? code;
}

/** Codes by another spelling, then by the words of their texts, then by few edits. */
function nearestCodes({ values }: ValueHelp, { value }: ValueProblem): string[] {
  const text = String(value).trim();
  if (text === '') return [];
  const codes = values.map(({ code }) => code);
  const sameLetters = codes.filter((code) => code.toLowerCase() === text.toLowerCase());
  const byText = rankValues(values, text).map(({ code }) => code);
  const byEdits = text.length < 3 ? [] : nearestNames(text, codes);
  return [...new Set([...sameLetters, ...byText, ...byEdits])].slice(0, 10);
}

function withText({ values }: ValueHelp, wanted: string): string {
  const text = values.find(({ code }) => code === wanted)?.text;
  return text === undefined ? wanted : `${wanted} (${text.length > 40 ? `${text.slice(0, 39)}…` : text})`;
}
