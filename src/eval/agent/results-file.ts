import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RunResult } from './run-task.ts';

/** Name of a run among the results of one evaluation. */
export function resultKey({ condition, task, run }: Pick<RunResult, 'condition' | 'task' | 'run'>): string {
  return `${condition} ${task} ${run}`;
}

/** Results of an evaluation as JSON Lines, so that one that was interrupted goes on where it was. */
export class ResultsFile {
  readonly #path: string | undefined;
  readonly #model: string;
  readonly #known = new Map<string, RunResult>();

  constructor(path: string | undefined, model: string) {
    this.#path = path;
    this.#model = model;
  }

  /** Reads what is there of the same model; a last line that was cut off is left out. */
  async open(): Promise<void> {
    if (this.#path === undefined) return;
    await mkdir(dirname(this.#path), { recursive: true });
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    for (const line of text.split('\n')) {
      const read = parseLine(line);
      if (read?.model === this.#model) this.#known.set(resultKey(read.result), read.result);
    }
  }

  get(key: string): RunResult | undefined {
    return this.#known.get(key);
  }

  async add(result: RunResult): Promise<void> {
    this.#known.set(resultKey(result), result);
    if (this.#path === undefined) return;
    await appendFile(this.#path, `${JSON.stringify({ model: this.#model, result })}\n`);
  }
}

function parseLine(line: string): { model: string; result: RunResult } | undefined {
  if (line.trim() === '') return undefined;
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
