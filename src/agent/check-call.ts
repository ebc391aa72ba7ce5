import { checkToolInput, type Finding, type Tool } from '../base/index.ts';
import type { ModelCall } from '../models/index.ts';
import { nearestName } from './nearest-name.ts';

/** A call that may run: its tool and the arguments as the tool takes them. */
export interface CheckedCall {
  readonly call: ModelCall;
  readonly tool: Tool;
  readonly input: unknown;
}

/** Finds the tool of a call and checks the arguments; findings say what to change. Pure, never throws. */
export function checkCall(
  call: ModelCall,
  tools: ReadonlyMap<string, Tool>,
  cutShort: boolean,
): CheckedCall | { readonly findings: readonly Finding[]; readonly tool?: Tool } {
  const tool = tools.get(call.name);
  if (tool === undefined) {
    const allowed = [...tools.keys()];
    const suggestion = nearestName(call.name, allowed);
    const named = JSON.stringify(call.name.slice(0, 100));
    return refuse('unknown-tool', `There is no tool ${named}.`, { allowed, ...(suggestion && { suggestion }) });
  }
  if (call.malformed !== undefined) {
    const why = cutShort ? 'The answer was cut short, write less at once' : call.malformed;
    return { tool, ...refuse('malformed-arguments', `The arguments are no JSON object: ${why}.`) };
  }
  const input = unwrap(call.input);
  const checked = checkToolInput(tool, input);
  if ('input' in checked) return { call, tool, input: checked.input };
  const mended = mendStrings(input, checked.findings);
  const again = mended === undefined ? checked : checkToolInput(tool, mended);
  return 'input' in again ? { call, tool, input: again.input } : { tool, findings: checked.findings };
}

/** Arguments that came as JSON inside of a string, once or twice. */
function unwrap(input: unknown): unknown {
  let value = input ?? {};
  for (let times = 0; times < 2 && typeof value === 'string'; times++) value = parsed(value) ?? value;
  return value;
}

/** A copy in which the strings that findings point at are replaced by the JSON they hold; undefined where none holds any. */
function mendStrings(input: unknown, findings: readonly Finding[]): unknown {
  if (typeof input !== 'object' || input === null) return undefined;
  const copy = structuredClone(input);
  let mended = false;
  for (const { path } of findings) {
    const names = path.split('/').slice(1);
    const last = names.pop() ?? '';
    let parent: unknown = copy;
    for (const name of names) parent = memberOf(parent, name);
    const text = memberOf(parent, last);
    const value = typeof text === 'string' ? parsed(text) : undefined;
    if (value === undefined || typeof value === 'string') continue;
    (parent as Record<string, unknown>)[last] = value;
    mended = true;
  }
  return mended ? copy : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function refuse(rule: string, message: string, extras: Partial<Finding> = {}): { findings: readonly Finding[] } {
  return { findings: [{ rule, severity: 'error', path: '', message, ...extras }] };
}
