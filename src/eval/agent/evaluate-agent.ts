import { randomUUID } from 'node:crypto';
import { GroundrailError } from '../../base/index.ts';
import { startMock } from '../../mock/index.ts';
import {
  type AskOptions,
  CONDITIONS,
  type Condition,
  type ConditionName,
  mockOptionsOf,
  openWorkspace,
  type RecordStore,
} from '../../workspace/index.ts';
import { type AgentReport, type ElicitationReport, reportAgent, reportElicitation } from './agent-report.ts';
import { ResultsFile, resultKey } from './results-file.ts';
import { inRun, markedFetch } from './run-label.ts';
import { type RunResult, runTask } from './run-task.ts';
import type { SetShape } from './set-shapes.ts';
import { type AgentTask, readTasks } from './task.ts';

/** How agents are evaluated. */
export interface EvaluateAgentOptions {
  /** Folder of an indexed landscape. */
  readonly landscape: string;
  /** File of tasks, JSON Lines. */
  readonly tasks: string;
  readonly conditions?: readonly string[];
  /** `planner`, or `provider:model`. */
  readonly model?: string;
  readonly modelOptions?: AskOptions['modelOptions'];
  /** Runs of every task under every condition; a planner needs one. */
  readonly runs?: number;
  /** Seed of the mock's data and of the resampling tests. */
  readonly seed?: number;
  readonly store?: string;
  readonly embedder?: string;
  /** Where transcripts go; default: the records beside the index. */
  readonly records?: RecordStore;
  /** File that results are kept in and read from, so that an interrupted evaluation goes on. */
  readonly results?: string;
  /** Runs at the same time. */
  readonly concurrency?: number;
  /** Only tasks of this kind, and only so many of each kind. */
  readonly kind?: string;
  readonly limit?: number;
  /** The day that "today" means, ISO 8601. */
  readonly today?: string;
  /** Greatest number of steps of a run. */
  readonly steps?: number;
  readonly onProgress?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** Runs every task under every condition against a mock of the landscape, and reports what the mock accepted. */
export async function evaluateAgent(options: EvaluateAgentOptions): Promise<AgentReport> {
  const { tasks, results, conditions } = await runAll(options, (task) => task.expect.length > 0);
  return reportAgent(tasks.length, conditions, results, options.seed ?? 7);
}

/** The same runs, looked at for the codes of writes alone; tasks without coded writes are left out. */
export async function evaluateElicitation(options: EvaluateAgentOptions): Promise<ElicitationReport> {
  const coded = (task: AgentTask): boolean =>
    task.expect.some(({ method, codes }) => method !== 'GET' && Object.keys(codes).length > 0);
  const { tasks, results, conditions } = await runAll(options, coded);
  return reportElicitation(tasks.length, conditions, results, options.seed ?? 7);
}

interface Runs {
  readonly tasks: readonly AgentTask[];
  readonly conditions: readonly string[];
  readonly results: readonly RunResult[];
}

async function runAll(options: EvaluateAgentOptions, wanted: (task: AgentTask) => boolean): Promise<Runs> {
  const { runs = 1, model = 'planner', onProgress, signal } = options;
  const conditions = (options.conditions ?? ['full']).map(conditionOf);
  refuseBlindPlanner(model, conditions);
  const tasks = chosenTasks((await readTasks(options.tasks)).filter(wanted), options);
  const file = new ResultsFile(options.results, model);
  await file.open();
  const mock = await startMock({
    ...(await mockOptionsOf(options.landscape)),
    isolateRuns: true,
    assumeExisting: true,
    seed: options.seed ?? 7,
  });
  const results: RunResult[] = [];
  try {
    for (const condition of conditions) {
      const workspace = await openWorkspace({
        landscape: options.landscape,
        target: mock.url,
        fetch: markedFetch,
        actor: `eval ${model}`,
        ask: async () => ({ approved: true, by: 'evaluation' }),
        condition,
        ...(options.store !== undefined && { store: options.store }),
        ...(options.embedder !== undefined && { embedder: options.embedder }),
        ...(options.records !== undefined && { records: options.records }),
      });
      try {
        const shapes = new Map<string, SetShape | undefined>();
        const jobs = Array.from({ length: runs }, (_, index) => tasks.map((task) => ({ task, run: index + 1 }))).flat();
        let done = 0;
        await inParallel(jobs, options.concurrency ?? 1, async ({ task, run }) => {
          signal?.throwIfAborted();
          const key = resultKey({ condition: condition.name, task: task.id, run });
          const label = { id: randomUUID(), condition: condition.name, task: task.id, run };
          const known = file.get(key);
          const result =
            known ??
            (await inRun(label, () =>
              runTask(task, label, { workspace, mock, shapes, options: askOptions(options, condition) }),
            ));
          if (known === undefined) await file.add(result);
          results.push(result);
          done += 1;
          onProgress?.(`${condition.name}: ${done} of ${jobs.length} runs`);
        });
      } finally {
        await workspace.close();
      }
    }
  } finally {
    await mock.close();
  }
  return { tasks, conditions: conditions.map(({ name }) => name), results };
}

/** A planner plans from specifications, which conditions that retrieve chunks do not give: its figures would say nothing about them. */
function refuseBlindPlanner(model: string, conditions: readonly Condition[]): void {
  const blind = conditions.filter(({ retrieval }) => retrieval === 'chunks').map(({ name }) => name);
  if (model !== 'planner' || blind.length === 0) return;
  throw new GroundrailError('usage', {
    problem: `The planner cannot work under ${blind.join(' and ')}: it plans from specifications, which are not given there. Name a language model with --model, or leave ${blind.length > 1 ? 'them' : 'it'} out.`,
  });
}

function askOptions(options: EvaluateAgentOptions, condition: Condition): AskOptions {
  const { model = 'planner', modelOptions, today, signal, steps } = options;
  return {
    model,
    condition,
    ...(modelOptions !== undefined && { modelOptions }),
    ...(today !== undefined && { today }),
    ...(signal !== undefined && { signal }),
    ...(steps !== undefined && { steps }),
  };
}

function conditionOf(name: string): Condition {
  if (Object.hasOwn(CONDITIONS, name)) return CONDITIONS[name as ConditionName];
  const known = Object.keys(CONDITIONS).join(', ');
  throw new GroundrailError('usage', {
    problem: `There is no condition ${JSON.stringify(name)}. Known are: ${known}.`,
  });
}

function chosenTasks(tasks: readonly AgentTask[], { kind, limit }: EvaluateAgentOptions): AgentTask[] {
  const counts = new Map<string, number>();
  const chosen = tasks.filter((task) => {
    if (kind !== undefined && task.kind !== kind) return false;
    const count = (counts.get(task.kind) ?? 0) + 1;
    counts.set(task.kind, count);
    return limit === undefined || count <= limit;
  });
  if (chosen.length === 0)
    throw new GroundrailError('usage', { problem: 'No task is left to run; check --tasks and --kind.' });
  return chosen;
}

/** Works through a list with so many at once; the first error ends it once those under way are through. */
async function inParallel<Job>(jobs: readonly Job[], width: number, work: (job: Job) => Promise<void>): Promise<void> {
  const queue = [...jobs];
  const worker = async (): Promise<void> => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      try {
        await work(job);
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, worker));
}
