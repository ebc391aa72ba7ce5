import type { Finding } from '../../../base/index.ts';
import { type ParameterNode, type PropertyNode, pointerOf } from '../call-node.ts';
import { found, type Rule } from '../rule.ts';

/** Null clears a value; what is not nullable, and a key, cannot be cleared. */
export const nullValue: Rule = {
  name: 'null-value',
  property: (node) =>
    check(node, node.place === 'key' ? 'a part of the key' : 'not nullable', node.place === 'payload'),
  parameter: (node) => check(node, node.parameter.required ? 'required' : 'not nullable', !node.parameter.required),
};

function check(node: PropertyNode | ParameterNode, why: string, removable: boolean): Finding | undefined {
  const { problem } = node;
  if (problem?.kind !== 'null') return undefined;
  const inside = problem.index === undefined ? '' : `/${problem.index}`;
  const pointer = `${pointerOf(node)}${inside}`;
  const hint = removable ? 'give a value or leave it out' : 'give a value';
  return found(nullValue.name, pointer, `${node.name} is ${why} and ${problem.message}; ${hint}.`, {
    ...(removable && { repair: [{ op: 'remove', path: pointer }] }),
  });
}
