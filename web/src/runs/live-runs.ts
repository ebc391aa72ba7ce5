import { useSyncExternalStore } from 'react';
import type { AgentEvent } from '../api/answers.ts';
import { apiAddress, send } from '../api/client.ts';
import { readEvents } from '../api/events.ts';
import { type ApiProblem, asProblem, isAbort } from '../api/problem.ts';
import { advance, type Run } from './run.ts';

/** What a run is started with. */
export interface Wish {
  readonly task?: string;
  readonly model?: string;
  /** Trace of a run that is to go on. */
  readonly resume?: string;
}

/** A run that this page follows; it goes on while another screen is shown. */
export interface LiveRun {
  readonly run: Run;
  readonly isRunning: boolean;
  /** Why the stream of events broke off. */
  readonly problem?: ApiProblem;
}

const runs = new Map<string, LiveRun>();
const stops = new Map<string, AbortController>();
const listeners = new Set<() => void>();

/** Starts a run; gives its trace as soon as it is known. Throws an `ApiProblem` where it does not start. */
export async function startRun(wish: Wish): Promise<string> {
  const stop = new AbortController();
  const response = await send('POST', apiAddress('/ask'), wish, stop.signal);
  const events = readEvents<AgentEvent>(response);
  const first = await events.next();
  const run = first.done === true ? undefined : advance(undefined, first.value);
  if (run === undefined)
    throw asProblem(new Error('The run ended before it had begun; the log of the server says why.'));
  stops.set(run.traceId, stop);
  show(run.traceId, { run, isRunning: true });
  void follow(run, events);
  return run.traceId;
}

/** Leaves the stream of a run, which cancels it; it can be resumed. */
export function cancelRun(trace: string): void {
  stops.get(trace)?.abort();
}

/** The run of a trace that this page follows. */
export function useLiveRun(trace: string): LiveRun | undefined {
  return useSyncExternalStore(onChange, () => runs.get(trace));
}

async function follow(started: Run, events: AsyncGenerator<AgentEvent>): Promise<void> {
  let run = started;
  try {
    for await (const event of events) {
      run = advance(run, event) ?? run;
      show(run.traceId, { run, isRunning: event.type !== 'ended' });
    }
    show(run.traceId, { run, isRunning: false });
  } catch (error) {
    show(run.traceId, { run, isRunning: false, ...(!isAbort(error) && { problem: asProblem(error) }) });
  }
  stops.delete(run.traceId);
}

function show(trace: string, live: LiveRun): void {
  runs.set(trace, live);
  for (const listener of listeners) listener();
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
