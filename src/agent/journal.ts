import { randomUUID } from 'node:crypto';
import type { RecordPort, TraceRecord } from '../base/index.ts';
import type { AgentOutcome } from './agent-event.ts';
import { boundJson } from './bounded.ts';
import type { CheckedCall } from './check-call.ts';
import type { DriverTurn, Observation, Step } from './driver.ts';

const longestData = 64_000;
const longestOrigin = 128_000;

/** What a run was started with. */
export interface RunHeader {
  readonly task: string;
  readonly driver: string;
  readonly prompts: readonly string[];
  readonly tools: readonly string[];
}

/** Writes a run into the trace, so that it can be read by people and resumed. Throws where the record cannot be written. */
export class Journal {
  readonly traceId: string;
  readonly #record: Pick<RecordPort, 'appendTrace'>;
  readonly #actor: string;
  readonly #caseId: string | undefined;
  readonly #clean: <T>(value: T) => T;

  constructor(options: {
    traceId: string;
    record: Pick<RecordPort, 'appendTrace'>;
    actor: string;
    caseId: string | undefined;
    clean: <T>(value: T) => T;
  }) {
    this.traceId = options.traceId;
    this.#record = options.record;
    this.#actor = options.actor;
    this.#caseId = options.caseId;
    this.#clean = options.clean;
  }

  /** The first record of a trace; its id is the id of the trace. */
  begin(header: RunHeader): Promise<void> {
    return this.#append('task', { ...header }, { id: this.traceId });
  }

  turn(step: number, turn: DriverTurn, durationMs: number, driver: string): Promise<void> {
    const { origin, ...rest } = turn;
    const kept = boundJson(origin, longestOrigin);
    const call = {
      step,
      ...rest,
      ...(kept !== undefined && { origin: kept }),
    };
    return this.#append('model', call, {
      durationMs,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': driver,
        ...(turn.usage && {
          'gen_ai.usage.input_tokens': turn.usage.inputTokens,
          'gen_ai.usage.output_tokens': turn.usage.outputTokens,
        }),
      },
    });
  }

  /** Written before a submit runs: without this record it must not begin. */
  beginCall(step: number, { call, tool, input }: CheckedCall): Promise<void> {
    return this.#append('tool', { step, callId: call.id, tool: tool.name, input, begun: true });
  }

  observation(step: number, { findings, durationMs, ...rest }: Observation): Promise<void> {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': rest.tool,
      'gen_ai.tool.call.id': rest.callId,
    };
    return this.#append('tool', { step, ...rest }, { findings, durationMs, attributes });
  }

  end(outcome: AgentOutcome): Promise<void> {
    const data = boundJson(outcome.data, longestData);
    const { data: _, ...rest } = outcome;
    return this.#append('answer', { ...rest, ...(data !== undefined && { data }) });
  }

  #append(
    kind: TraceRecord['kind'],
    call: unknown,
    extras: Partial<Pick<TraceRecord, 'id' | 'findings' | 'durationMs' | 'attributes'>> = {},
  ): Promise<void> {
    const record: TraceRecord = {
      id: randomUUID(),
      traceId: this.traceId,
      kind,
      at: new Date(Date.now() - (extras.durationMs ?? 0)).toISOString(),
      actor: this.#actor,
      ...(this.#caseId !== undefined && { caseId: this.#caseId }),
      call,
      requests: [],
      findings: [],
      durationMs: 0,
      ...extras,
    };
    return this.#record.appendTrace(this.#clean(record));
  }
}

/** A run as its trace tells it. */
export interface RecordedRun {
  readonly traceId: string;
  readonly header: RunHeader;
  /** Steps that are whole. */
  readonly steps: readonly Step[];
  /** The turn after them whose calls were not all observed. */
  readonly unfinished?: {
    readonly turn: DriverTurn;
    readonly observed: ReadonlyMap<string, Observation>;
    readonly begun: ReadonlySet<string>;
  };
  /** How it ended last; absent after a crash. */
  readonly outcome?: AgentOutcome;
}

type Entry = { readonly record: TraceRecord; readonly fields: Readonly<Record<string, unknown>> };

/** Reads a run out of the records of its trace, in their order; undefined where they hold none. */
export function readRun(records: readonly TraceRecord[]): RecordedRun | undefined {
  const entries = records.flatMap((record): Entry[] =>
    typeof record.call === 'object' && record.call !== null ? [{ record, fields: { ...record.call } }] : [],
  );
  const first = entries.find(({ record }) => record.kind === 'task');
  if (first === undefined) return undefined;
  const header = first.fields as unknown as RunHeader;
  const steps: Step[] = [];
  let unfinished: RecordedRun['unfinished'];
  for (const { fields: turn } of entries.filter(({ record }) => record.kind === 'model')) {
    const own = entries.filter(({ record, fields }) => record.kind === 'tool' && fields.step === turn.step);
    const begun = new Set(own.filter(({ fields }) => fields.begun === true).map(({ fields }) => String(fields.callId)));
    const observed = new Map(own.flatMap((entry) => observationOf(entry)));
    const { step: _, ...rest } = turn;
    const taken = rest as unknown as DriverTurn;
    if (!Array.isArray(taken.calls)) continue;
    const observations = taken.calls.flatMap(({ id }) => observed.get(id) ?? []);
    if (observations.length < taken.calls.length) unfinished = { turn: taken, observed, begun };
    else
      steps.push({
        number: steps.length + 1,
        turn: taken,
        observations,
      });
  }
  const last = entries.filter(({ record }) => ['model', 'tool', 'answer', 'task'].includes(record.kind)).at(-1);
  const ended = last?.record.kind === 'answer' ? (last.fields as unknown as AgentOutcome) : undefined;
  return {
    traceId: first.record.traceId ?? first.record.id,
    header,
    steps,
    ...(unfinished && { unfinished }),
    ...(ended && { outcome: ended }),
  };
}

function observationOf({ record, fields }: Entry): [string, Observation][] {
  if (fields.begun === true) return [];
  const { step: _, ...rest } = fields;
  const observation = { ...rest, findings: record.findings, durationMs: record.durationMs } as unknown as Observation;
  return [[observation.callId, observation]];
}
