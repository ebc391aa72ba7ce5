import { type ProcessPosition, renderFinding } from '../base/index.ts';
import type { Observation } from './driver.ts';

/** An observation as a model reads it: the result between marks that it cannot forge, what to repair, and the place in the process. */
export function renderObservation(observation: Observation): string {
  const { tool, ok, text, findings, position, refused } = observation;
  const outside = refused === true ? [] : findings.filter(({ message }) => !text.includes(message));
  const lines = [
    `<result tool="${tool.replace(/[^\w.-]/g, '_')}" status="${ok ? 'ok' : 'error'}">`,
    text.replace(/<(\/?)result/gi, '<$1 result'),
    '</result>',
    ...outside.slice(0, 20).map(renderFinding),
    ...(position === undefined ? [] : [renderPosition(position)]),
  ];
  return lines.join('\n');
}

/** Where a call stands in its process and what normally follows, on one line. */
export function renderPosition({ process, step, next }: ProcessPosition): string {
  const steps = next.slice(0, 6).map(({ step: name, target, operation, condition }) => {
    const behind = [operation, target].filter((part) => part !== undefined).join(' ');
    const where = behind === '' ? '' : ` (${behind})`;
    return `${name}${where}${condition === undefined ? '' : ` if ${condition}`}`;
  });
  const follows = steps.length === 0 ? 'this is its last step' : `next there normally: ${steps.join('; ')}`;
  return `Process position: "${step}" in ${process}; ${follows}.`;
}
