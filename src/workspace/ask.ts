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

/**
 * Carries out a task in business words: finds, reads, plans, asks for approval and calls. The stream tells what happens and ends with
 * `ended`; failures are events. Throws only before the first event: an unknown trace, a model that cannot be used.
 */
export async function* ask(
  workspace: Workspace,
  task: string,
  options: AskOptions = {},
): AsyncGenerator<AgentEvent, void> {
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
