import type { Tone } from '../ui/badge.tsx';
import { pendingPlan, type Run } from './run.ts';

/** Where a run stands, in words and with the tone of a badge. */
export interface Status {
  readonly words: string;
  readonly tone: Tone;
}

const ended: Readonly<Record<string, Status>> = {
  finished: { words: 'finished', tone: 'good' },
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
  return statusOfEnd(run.outcome?.status);
}

/** The status by how a run ended. */
export function statusOfEnd(end: string | undefined): Status {
  return ended[end ?? ''] ?? { words: 'not ended', tone: 'neutral' };
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
