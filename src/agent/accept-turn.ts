import type { ModelCall } from '../models/index.ts';
import { boundText } from './bounded.ts';
import type { DriverTurn } from './driver.ts';

const deepest = 60;
/** Of the arguments of all calls of a turn, in characters: what a trace record holds. */
const longestInputs = 200_000;
const longestText = 64_000;
const longestName = 200;
const mostCalls = 100;
const tooLarge = 'they are too large or too deeply nested, write less at once';

/**
 * A turn as the loop works with it: bounded, and with ids of calls that are unique in the run, which models do not always give. `taken`
 * holds the ids of the run and gets the new ones.
 */
export function acceptTurn(turn: DriverTurn, number: number, taken: Set<string>): DriverTurn {
  let left = longestInputs;
  const calls = turn.calls.slice(0, mostCalls).map((call, position): ModelCall => {
    const usable = call.id !== '' && call.id.length <= longestName && !taken.has(call.id);
    const id = usable ? call.id : `step-${number}-${position + 1}`;
    taken.add(id);
    const size = sizeOf(call.input, 0);
    const name = call.name.slice(0, longestName);
    if (size > left) return { id, name, input: '[too large]', malformed: tooLarge };
    left -= size;
    return { ...call, id, name };
  });
  const { origin, ...rest } = turn;
  const same = calls.length === turn.calls.length && calls.every((call, i) => isSame(call, turn.calls[i]));
  return { ...rest, text: boundText(turn.text, longestText), calls, ...(same && origin !== undefined && { origin }) };
}

function isSame(accepted: ModelCall, given: ModelCall | undefined): boolean {
  return accepted.id === given?.id && accepted.name === given.name && accepted.input === given.input;
}

/** About the characters of the JSON; infinite where it is nested too deeply. */
function sizeOf(value: unknown, depth: number): number {
  if (depth > deepest) return Number.POSITIVE_INFINITY;
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const [name, member] of Object.entries(value)) {
    size += name.length + sizeOf(member, depth + 1);
    if (size > longestInputs) return size;
  }
  return size;
}
