import type { Tone } from '../ui/badge.tsx';
import { type Outcome, pendingPlan, type Run } from './run.ts';

/** Where a run stands, in words and with the tone of a badge. */
export interface Status {
  readonly words: string;
  readonly tone: Tone;
}

const ended: Readonly<Record<string, Status>> = {
  stopped: { words: 'stopped', tone: 'warn' },
  cancelled: { words: 'cancelled', tone: 'warn' },
  failed: { words: 'failed', tone: 'bad' },
};

/** The status of a run; one that nobody follows and that has no end was interrupted, or runs elsewhere. */
export function statusOf(run: Run, isRunning: boolean): Status {
  if (isRunning) {
    return pendingPlan(run) === undefined
      ? { words: 'running', tone: 'accent' }
      : { words: 'waits for approval', tone: 'warn' };
  }
  return statusOfEnd(run.outcome);
}

/** The status by how a run ended: only one that left nothing open, undone or to ask is done. */
export function statusOfEnd(end: Pick<Outcome, 'status' | 'open' | 'data'> | undefined): Status {
  if (end === undefined) return { words: 'not ended', tone: 'neutral' };
  if (end.status !== 'finished') return ended[end.status] ?? { words: end.status, tone: 'neutral' };
  if ((end.open ?? []).length > 0) return { words: 'waits for approval', tone: 'warn' };
  const { notDone = [], questions = [] } = (end.data ?? {}) as { notDone?: unknown[]; questions?: unknown[] };
  return notDone.length === 0 && questions.length === 0
    ? { words: 'done', tone: 'good' }
    : { words: 'not all done', tone: 'warn' };
}

/** Milliseconds for people. */
export function timeInWords(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}

/** A moment as the reader's language writes it. */
export function momentInWords(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}
