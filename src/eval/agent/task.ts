import { readFile } from 'node:fs/promises';
import { GroundrailError } from '../../base/index.ts';

/** Values that a call has to hold: scalars, null for "given, any value", nested objects, and lists that are matched item by item. */
export interface ExpectedValues {
  readonly [name: string]: ExpectedValue;
}

/** One expected value. */
export type ExpectedValue = string | number | boolean | null | ExpectedValues | readonly ExpectedValues[];

/** A call that must be accepted. */
export interface ExpectedCall {
  readonly method: 'POST' | 'PATCH' | 'DELETE' | 'ACTION' | 'GET';
  readonly service: string;
  readonly entitySet: string;
  readonly action?: string;
  readonly must: ExpectedValues;
  /** Coded values, nested in parallel to `must`. */
  readonly codes: ExpectedValues;
}

/** A task of an evaluation; `task` is all that the user says. */
export interface AgentTask {
  readonly id: string;
  readonly kind: string;
  readonly process: string | null;
  readonly task: string;
  readonly expect: readonly ExpectedCall[];
}

const methods: ReadonlySet<string> = new Set(['POST', 'PATCH', 'DELETE', 'ACTION', 'GET']);

/** Reads tasks from JSON Lines; throws `usage` with the line of one that is none. */
export async function readTasks(path: string): Promise<AgentTask[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new GroundrailError('path-unreadable', { path, reason: error.code ?? error.message }, { cause: error });
  });
  const seen = new Set<string>();
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const task = readTask(line);
    if (typeof task === 'string') throw new GroundrailError('usage', { problem: `${path}:${index + 1}: ${task}` });
    if (seen.has(task.id))
      throw new GroundrailError('usage', {
        problem: `${path}:${index + 1}: the id ${task.id} was used before. Give each task its own.`,
      });
    seen.add(task.id);
    return [task];
  });
}

function readTask(line: string): AgentTask | string {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    return `this is no JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
  if (!isObject(json)) return 'a task is a JSON object with id, kind, task and expect.';
  const { id, kind, task, expect, process } = json;
  if (typeof id !== 'string' || typeof task !== 'string' || !Array.isArray(expect))
    return 'a task needs the texts id and task, and the list expect.';
  for (const call of expect) {
    if (
      !isObject(call) ||
      !methods.has(String(call.method)) ||
      typeof call.service !== 'string' ||
      typeof call.entitySet !== 'string'
    )
      return `an expected call of ${id} needs method (${[...methods].join(', ')}), service and entitySet.`;
  }
  return {
    id,
    kind: typeof kind === 'string' ? kind : 'other',
    process: typeof process === 'string' ? process : null,
    task,
    expect: expect.map((call) => ({
      ...call,
      method: typeof call.action === 'string' ? 'ACTION' : call.method,
      must: call.must ?? {},
      codes: call.codes ?? {},
    })),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
