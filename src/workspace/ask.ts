import {
  type AgentEvent,
  type Driver,
  defaultStopConditions,
  ModelDriver,
  maxSteps,
  readRun,
  runAgent,
} from '../agent/index.ts';
import { Provenance } from '../api/index.ts';
import { GroundrailError, type TraceRecord } from '../base/index.ts';
import { type LanguageModelOptions, languageModel } from '../models/index.ts';
import { createPlanner } from '../planner/index.ts';
import { CONDITIONS, type Condition, exampleRun } from '../tools/index.ts';
import { type AwaitApproval, createWorkspaceTools } from './tools.ts';
import type { Workspace } from './workspace.ts';

/** How a task is carried out. */
export interface AskOptions {
  /** `planner`, or `provider:model` as `languageModel` takes it. */
  model?: string;
  modelOptions?: LanguageModelOptions;
  /** Trace id of a run that is to go on; its task wins. */
  resume?: string;
  actor?: string;
  caseId?: string;
  traceId?: string;
  /** Greatest number of steps, beside the other stop conditions. */
  steps?: number;
  /** The part of the tools that is offered; for evaluations. */
  condition?: Condition;
  /** The day that "today" means, ISO 8601; default: the day it is. */
  today?: string;
  /** Waits for the decision on a plan that needs one; absent: such a plan is refused at once. */
  awaitApproval?: AwaitApproval;
  signal?: AbortSignal;
}

/** Most characters of a task that the planner reads: it looks at every clause of it in every step. */
const longestPlannerTask = 4_000;

/** Runs that are being resumed by this process: two that go on with the same one would both send what is left. */
const resumed = new Set<string>();

/**
 * Carries out a task in business words: finds, reads, plans, asks for approval and calls. The stream tells what happens and ends with
 * `ended`; failures are events. Throws only before the first event: an unknown trace, one that is under way here, a model that cannot be
 * used.
 */
export async function* ask(
  workspace: Workspace,
  task: string,
  options: AskOptions = {},
): AsyncGenerator<AgentEvent, void> {
  const { resume } = options;
  if (resume === undefined) return yield* carryOut(workspace, task, options);
  if (resume.trim() === '')
    throw new GroundrailError('usage', { problem: 'Name the run to go on with: its id is empty.' });
  if (resumed.has(resume))
    throw new GroundrailError('usage', { problem: `The run ${resume} is going on already; wait until it has ended.` });
  resumed.add(resume);
  try {
    yield* carryOut(workspace, task, options);
  } finally {
    resumed.delete(resume);
  }
}

async function* carryOut(workspace: Workspace, task: string, options: AskOptions): AsyncGenerator<AgentEvent, void> {
  const {
    model = 'planner',
    resume,
    condition = CONDITIONS.full,
    today = new Date().toISOString().slice(0, 10),
  } = options;
  const records = await workspace.records();
  const recorded = resume === undefined ? undefined : readRun(await recordsOf(workspace, resume));
  if (resume !== undefined && recorded === undefined) {
    throw new GroundrailError('usage', {
      problem: `There is no run ${resume} to go on with. "groundrail trace list" shows the runs.`,
    });
  }
  if (model === 'planner' && task.length > longestPlannerTask)
    throw new GroundrailError('usage', {
      problem: `The planner reads tasks of at most ${longestPlannerTask} characters; give it a part at a time, or use a language model.`,
    });
  const driver: Driver =
    model === 'planner'
      ? createPlanner({ today })
      : new ModelDriver(await languageModel(model, options.modelOptions), {
          facts: [exampleRun(condition), `Today is ${today}.`],
          opening: (task) => ({ name: 'search', input: { query: task.slice(0, 2_000) } }),
        });
  const clean = await workspace.cleaner();
  yield* runAgent({
    task,
    driver,
    tools: createWorkspaceTools(workspace, condition, options.awaitApproval),
    record: records,
    provenance: new Provenance().said(task),
    clean,
    ...(options.steps === undefined ? {} : { stop: [...defaultStopConditions, maxSteps(options.steps)] }),
    ...(recorded === undefined ? {} : { resume: recorded }),
    ...(options.actor === undefined ? {} : { actor: options.actor }),
    ...(options.caseId === undefined ? {} : { caseId: options.caseId }),
    ...(options.traceId === undefined ? {} : { traceId: options.traceId }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

async function recordsOf(workspace: Workspace, traceId: string): Promise<TraceRecord[]> {
  const found: TraceRecord[] = [];
  for await (const record of (await workspace.records()).records({ traceId })) found.push(record);
  return found;
}
