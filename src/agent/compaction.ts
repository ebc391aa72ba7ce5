import type { Observation, Step } from './driver.ts';

const longestText = 200;
const longestInput = 300;

/**
 * Steps in short: of every call its arguments, whether it succeeded and what has to be remembered, which is never cut; of every turn the
 * beginning of its words. Where the lines are more than `most` characters, the oldest reads go first.
 */
export function digestSteps(steps: readonly Step[], most: number): string {
  const lines = steps.flatMap(({ number, turn, observations }) => [
    ...(turn.text.trim() === '' ? [] : [{ line: `${number}. said: ${brief(turn.text, longestText)}`, weight: 1 }]),
    ...observations.map((observation) => ({
      line: `${number}. ${digest(observation)}`,
      weight: observation.effect === 'read' && observation.keep === undefined ? 2 : 3,
    })),
  ]);
  let size = lines.reduce((sum, { line }) => sum + line.length + 1, 0);
  const dropped = new Set<number>();
  for (const weight of [1, 2]) {
    for (const [index, entry] of lines.entries()) {
      if (size <= most) break;
      if (entry.weight !== weight) continue;
      dropped.add(index);
      size -= entry.line.length + 1;
    }
  }
  const kept = lines.flatMap(({ line }, index) => (dropped.has(index) ? [] : [line]));
  return [...(dropped.size > 0 ? [`(${dropped.size} lines left out)`] : []), ...kept].join('\n');
}

function digest({ tool, input, ok, text, keep, findings, closes }: Observation): string {
  const remembered = keep ?? brief(text, longestText);
  const rules = ok ? '' : ` [${[...new Set(findings.map(({ rule }) => rule))].slice(0, 5).join(', ')}]`;
  const settled = closes === undefined ? '' : ` (settles ${closes})`;
  return `${tool} ${brief(JSON.stringify(input), longestInput)} -> ${ok ? 'ok' : 'failed'}${rules}${settled}: ${remembered}`;
}

function brief(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= limit ? line : `${line.slice(0, limit)}...`;
}
