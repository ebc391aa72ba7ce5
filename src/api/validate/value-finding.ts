import type { Finding } from '../../base/index.ts';
import { type ParameterNode, type PropertyNode, pointerOf } from './call-node.ts';
import { found } from './rule.ts';
import type { ValueProblem } from './value-problem.ts';

/** The finding about a value whose problem is of one of the kinds; the repaired value, where known, becomes its repair. */
export function valueFinding(
  rule: string,
  node: PropertyNode | ParameterNode,
  kinds: readonly ValueProblem['kind'][],
): Finding | undefined {
  const { problem } = node;
  if (problem === undefined || !kinds.includes(problem.kind)) return undefined;
  const pointer = problem.index === undefined ? pointerOf(node) : `${pointerOf(node)}/${problem.index}`;
  const { repaired } = problem;
  return found(rule, pointer, `${node.name} ${problem.message}.`, {
    ...(repaired !== undefined && {
      suggestion: typeof repaired === 'string' ? repaired : JSON.stringify(repaired),
      repair: [{ op: 'replace', path: pointer, value: repaired }],
    }),
  });
}
