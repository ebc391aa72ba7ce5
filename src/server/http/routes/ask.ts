import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type AgentEvent, type AskOptions, ask } from '../../../workspace/index.ts';
import { eventStream } from '../event-stream.ts';
import { RequestError } from '../problem.ts';
import { defineRoute, type Route } from '../route.ts';
import { named, requestSchemas } from '../schemas/published.ts';
import type { ServerContext } from '../server-context.ts';

/** So long a resumed run waits for its own end, in milliseconds. */
const longestEnding = 3000;

/** Runs that may be under way at once. */
const mostRuns = 16;

const taskSchema = z.strictObject({
  task: z.string().max(20_000).default('').describe('What is to be done; may be left out where a run goes on'),
  model: z.string().max(300).optional().describe('One of the models that the server was started with'),
  resume: z.string().trim().min(1).max(200).optional().describe('Trace of a run that is to go on'),
  caseId: z.string().max(500).optional().describe('The process instance that the calls belong to'),
  steps: z.int().min(1).max(1000).optional().describe('Greatest number of steps'),
});
requestSchemas.add(taskSchema, { id: 'Task' });

const modelsSchema = named('Models', z.object({ items: z.array(z.object({ name: z.string() })) }));

/** The agent. Whoever leaves the stream cancels the run; it can go on later. */
export function askRoutes(server: ServerContext): Route[] {
  let runs = 0;
  /** By trace; each ends with its run. */
  const underWay = new Map<string, Promise<void>>();
  async function* counted(
    events: AsyncGenerator<AgentEvent, void>,
    resumed: string | undefined,
  ): AsyncGenerator<AgentEvent, void> {
    runs += 1;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const traces = new Set<string>();
    const note = (trace: string): void => {
      traces.add(trace);
      underWay.set(trace, ended);
    };
    if (resumed !== undefined) note(resumed);
    try {
      for await (const event of events) {
        if (event.type === 'started') note(event.traceId);
        yield event;
      }
    } finally {
      runs -= 1;
      for (const trace of traces) if (underWay.get(trace) === ended) underWay.delete(trace);
      end();
    }
  }
  return [
    defineRoute({
      method: 'get',
      address: '/api/v1/models',
      name: 'listModels',
      summary: 'Who may carry out tasks, the default first',
      tag: 'Agent',
      scope: 'read',
      answers: { 200: { description: 'The models that the server was started with', schema: modelsSchema } },
      run: async () => ({ value: { items: server.models.map((name) => ({ name })) } }),
    }),
    defineRoute({
      method: 'post',
      address: '/api/v1/ask',
      name: 'ask',
      summary: 'Have a task carried out, and watch; writes wait until their plan is approved or denied',
      tag: 'Agent',
      scope: 'execute',
      furtherScope: () => 'plan',
      body: taskSchema,
      answers: {
        200: {
          description: 'Events `agent` as they happen, the last one of type `ended`',
          mediaType: 'text/event-stream',
        },
      },
      async run({ body: { task, model, resume, caseId, steps }, caller, signal }) {
        if (task.trim() === '' && resume === undefined)
          throw new RequestError('invalid-request', 'Say what is to be done in task, or name a run in resume.');
        // Looked at until there is none: others may have waited for the same end. What follows up to the first event is done at once.
        for (let run = underWay.get(resume ?? ''); run !== undefined; run = underWay.get(resume ?? ''))
          if (await isStillUnderWay(run))
            throw new RequestError(
              'conflict',
              `The run ${resume} is still under way; cancel it, or wait until it has ended.`,
            );
        if (runs >= mostRuns)
          throw new RequestError('conflict', `${mostRuns} runs are under way; wait until one has ended.`);
        const left = new AbortController();
        const events = counted(
          begin(server, task, {
            model: allowedModel(server.models, model),
            actor: caller.name,
            ...(resume !== undefined && { resume }),
            ...(caseId !== undefined && { caseId }),
            ...(steps !== undefined && { steps }),
            awaitApproval: (plan, stop) => server.decisions.wait(plan, stop),
            signal: AbortSignal.any([signal, server.draining, left.signal]),
          }),
          resume,
        );
        const first = await events.next();
        const follow = (stop: AbortSignal): AsyncGenerator<AgentEvent, void> => {
          stop.addEventListener('abort', () => left.abort(), { once: true });
          return following(first, events);
        };
        return eventStream('agent', follow, signal);
      },
    }),
  ];
}

/** A run that was just left needs a moment to end; one that goes on after that is not touched. */
async function isStillUnderWay(ended: Promise<void> | undefined): Promise<boolean> {
  if (ended === undefined) return false;
  return Promise.race([ended.then(() => false), delay(longestEnding, true, { ref: false })]);
}

/** The events of a run over the index that is current when it begins. */
async function* begin({ host }: ServerContext, task: string, options: AskOptions): AsyncGenerator<AgentEvent, void> {
  const { opened, release } = await host.take();
  try {
    yield* ask(opened.workspace, task, options);
  } finally {
    await release();
  }
}

/** What was read already, then the rest; whoever leaves ends the run. */
async function* following(
  first: IteratorResult<AgentEvent, void>,
  events: AsyncGenerator<AgentEvent, void>,
): AsyncGenerator<AgentEvent, void> {
  try {
    if (first.done !== true) yield first.value;
    yield* events;
  } finally {
    await events.return();
  }
}

function allowedModel(models: readonly string[], wanted: string | undefined): string {
  const [first = 'planner'] = models;
  const model = wanted ?? first;
  if (models.includes(model)) return model;
  const message = `${model} is not one of the models of this server.`;
  const finding = {
    rule: 'invalid-request',
    severity: 'error',
    path: '/body/model',
    message,
    allowed: models,
  } as const;
  throw new RequestError('invalid-request', message, { errors: [finding] });
}
