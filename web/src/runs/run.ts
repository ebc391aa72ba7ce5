import type { AgentEvent, TraceRecord } from '../api/answers.ts';

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

/** What came of a call of the agent. */
export type Observation = EventOf<'observation'>['observation'];
/** How a run ended. */
export type Outcome = EventOf<'ended'>['outcome'];

/** A call that the agent made in a step. */
export interface RunCall {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  /** Absent while it runs, and for ever where the run was interrupted. */
  readonly observation?: Observation;
  /** Plan whose approval it waits for, as far as it says. */
  readonly plan?: string;
  /** What the record tells of requests to systems that it made. */
  readonly records: readonly TraceRecord[];
}

/** A turn of the agent with its calls. */
export interface RunStep {
  readonly number: number;
  readonly text: string;
  readonly calls: readonly RunCall[];
  readonly notices: readonly string[];
  readonly tokens?: number;
  /** How long the agent thought, in milliseconds. */
  readonly thoughtMs?: number;
}

/** A run of an agent, live or recorded. */
export interface Run {
  readonly traceId: string;
  readonly task: string;
  readonly driver: string;
  readonly steps: readonly RunStep[];
  readonly outcome?: Outcome;
}

/** The run after one more event; undefined before it has started. */
export function advance(run: Run | undefined, event: AgentEvent): Run | undefined {
  if (event.type === 'started') {
    const { traceId, task, driver } = event;
    return run === undefined ? { traceId, task, driver, steps: [] } : withoutOutcome({ ...run, driver });
  }
  if (run === undefined) return undefined;
  if (event.type === 'ended') return { ...run, outcome: event.outcome };
  if (event.type === 'restart') return inStep(run, event.step, (step) => ({ ...step, text: '' }));
  if (event.type === 'text') return inStep(run, event.step, (step) => ({ ...step, text: step.text + event.delta }));
  if (event.type === 'notice')
    return inStep(run, event.step, (step) => ({ ...step, notices: [...step.notices, event.text] }));
  if (event.type === 'compacted') {
    const { tokensBefore, tokensAfter } = event;
    const notice = `Earlier steps are told in short from now on: ${tokensBefore} tokens became ${tokensAfter}.`;
    return inStep(run, event.step, (step) => ({ ...step, notices: [...step.notices, notice] }));
  }
  if (event.type === 'turn') {
    const { text, calls, usage } = event;
    const tokens = usage === undefined ? {} : { tokens: usage.inputTokens + usage.outputTokens };
    const begun = calls.map(({ id, name, input }) => ({ id, tool: name, input, records: [] }));
    return inStep(run, event.step, (step) => ({ ...step, text, calls: begun, ...tokens }));
  }
  if (event.type === 'call') return inCall(run, event.step, event, (call) => ({ ...call, input: event.input }));
  if (event.type === 'note') {
    const plan = planIn(event.note.data);
    // A resumed call is told by its notes alone; its tool stands in the records.
    return inCall(run, event.step, { callId: event.callId, tool: '' }, (call) => ({
      ...call,
      ...(plan !== undefined && { plan }),
    }));
  }
  const { observation } = event;
  const { tool, input } = observation;
  return inCall(run, event.step, observation, (call) => ({ ...call, tool, input, observation }));
}

/** The run that the records of a trace tell; undefined where they tell of none. */
export function runOf(records: readonly TraceRecord[]): Run | undefined {
  const first = records.find(({ kind }) => kind === 'task');
  if (first === undefined) return undefined;
  const { task, driver } = fieldsOf(first);
  let run: Run = { traceId: first.traceId ?? first.id, task: String(task), driver: String(driver), steps: [] };
  let sent: TraceRecord[] = [];
  for (const record of records) {
    const fields = fieldsOf(record);
    const number = Number(fields.step);
    if (record.kind === 'model') {
      const { text = '', calls = [], usage } = fields as unknown as EventOf<'turn'>;
      run = advance(run, { type: 'turn', step: number, text, calls, ...(usage && { usage }) }) ?? run;
      run = inStep(run, number, (step) => ({ ...step, thoughtMs: record.durationMs }));
      sent = [];
    } else if (record.kind === 'tool' && fields.begun === true) {
      const plan = planIn(fields.input);
      const call = { callId: String(fields.callId), tool: String(fields.tool) };
      run = inCall(run, number, call, (one) => ({ ...one, ...(plan !== undefined && { plan }) }));
    } else if (record.kind === 'tool') {
      const { step: _, ...rest } = fields;
      const observation = {
        ...rest,
        findings: record.findings,
        durationMs: record.durationMs,
      } as unknown as Observation;
      const own = sent.filter((one) => belongsTo(one, observation));
      sent = sent.filter((one) => !own.includes(one));
      run = inCall(run, number, observation, (call) => ({
        ...call,
        input: observation.input,
        observation,
        records: own,
      }));
    } else if (record.kind === 'answer') run = { ...run, outcome: fields as unknown as Outcome };
    else if (record.kind !== 'task') sent.push(record);
    if (record.kind === 'model') run = withoutOutcome(run);
  }
  return run;
}

/** A live run with what only the records know: requests to systems, and how long the agent thought. */
export function withRecords(live: Run, recorded: Run | undefined): Run {
  if (recorded === undefined) return live;
  const known = new Map(recorded.steps.flatMap(({ calls }) => calls.map((call) => [call.id, call])));
  const steps = new Map(recorded.steps.map((step) => [step.number, step]));
  const before = recorded.steps.filter(({ number }) => number < (live.steps[0]?.number ?? 1));
  const during = live.steps.map((step) => ({
    ...step,
    ...(steps.get(step.number)?.thoughtMs !== undefined && { thoughtMs: steps.get(step.number)?.thoughtMs ?? 0 }),
    calls: step.calls.map((call) => ({
      ...call,
      tool: call.tool === '' ? (known.get(call.id)?.tool ?? '') : call.tool,
      input: call.input ?? known.get(call.id)?.input,
      records: known.get(call.id)?.records ?? [],
    })),
  }));
  return { ...live, steps: [...before, ...during] };
}

/** The plan that the run waits for, if it does: the last call is a submit that was begun and not observed. */
export function pendingPlan({ steps, outcome }: Run): string | undefined {
  if (outcome !== undefined && outcome.status === 'finished') return undefined;
  const calls = steps.at(-1)?.calls ?? [];
  return calls.find(({ plan, observation }) => plan !== undefined && observation === undefined)?.plan;
}

function inStep(run: Run, number: number, change: (step: RunStep) => RunStep): Run {
  const known = run.steps.find((step) => step.number === number);
  const changed = change(known ?? { number, text: '', calls: [], notices: [] });
  const others = run.steps.filter((step) => step.number !== number);
  return { ...run, steps: [...others, changed].sort((a, b) => a.number - b.number) };
}

function inCall(
  run: Run,
  number: number,
  { callId, tool }: { callId: string; tool: string },
  change: (call: RunCall) => RunCall,
): Run {
  return inStep(run, number, (step) => {
    const known = step.calls.some(({ id }) => id === callId);
    const calls = known ? step.calls : [...step.calls, { id: callId, tool, input: undefined, records: [] }];
    return { ...step, calls: calls.map((call) => (call.id === callId ? change(call) : call)) };
  });
}

/** Records of requests have no name of their call; those of its service and set, or of its plan, are its own. */
function belongsTo({ service, entitySet, planId }: TraceRecord, { input }: Observation): boolean {
  const asked = isFields(input) ? input : {};
  if (typeof asked.plan === 'string') return planId === asked.plan;
  return asked.service === service && (asked.entitySet === undefined || asked.entitySet === entitySet);
}

function withoutOutcome({ outcome: _, ...run }: Run): Run {
  return run;
}

function planIn(data: unknown): string | undefined {
  return isFields(data) && typeof data.plan === 'string' ? data.plan : undefined;
}

function fieldsOf({ call }: TraceRecord): Record<string, unknown> {
  return isFields(call) ? call : {};
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
