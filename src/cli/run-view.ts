import pc from 'picocolors';
import type { AgentEvent, AgentOutcome } from '../workspace/index.ts';
import { observationLines } from './observation-lines.ts';
import { createProgress, plain, printLine } from './terminal.ts';

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

/** Shows a run while it goes on: a line or a small table for each thing that was done, and on standard error what is under way. */
export class RunView {
  readonly #progress = createProgress();
  readonly #started = performance.now();
  readonly #repeat: string | undefined;
  #described: string[] = [];
  #saying = '';

  /** `repeat`: options that the commands to go on with must repeat; absent: none is shown. */
  constructor(repeat?: string) {
    this.#repeat = repeat;
  }

  show(event: AgentEvent): void {
    if (event.type === 'text') {
      this.#saying = (this.#saying + event.delta).slice(-80);
      this.#progress.update(this.#saying);
    } else if (event.type === 'call') {
      this.#progress.update(`${event.tool} ${JSON.stringify(event.input)}`.slice(0, 80));
    } else if (event.type === 'observation' && event.observation.ok && event.observation.tool === 'describe') {
      const { target } = event.observation.input as { readonly target?: unknown };
      this.#described.push(plain(String(target)));
    } else {
      const lines = this.#linesOf(event);
      if (lines.length > 0) this.#print(lines);
    }
  }

  #linesOf(event: AgentEvent): readonly string[] {
    switch (event.type) {
      case 'started':
        return beginning(event);
      case 'turn':
        this.#saying = '';
        return event.text.trim() === '' ? [] : [plain(event.text).slice(0, 2000)];
      case 'observation':
        return observationLines(event.observation, Math.max(60, process.stdout.columns || 110));
      case 'notice':
        return [pc.yellow(plain(event.text))];
      case 'restart':
        return [pc.yellow(plain(`The model is asked again: ${event.reason}`))];
      case 'compacted':
        return [pc.dim(`earlier steps are told in short now: ${event.tokensBefore} to ${event.tokensAfter} tokens`)];
      case 'ended':
        return this.#ending(event.outcome);
      default:
        return [];
    }
  }

  /** Prints lines after what was described, which is told on one line. */
  #print(lines: readonly string[]): void {
    this.#progress.clear();
    const described = [...new Set(this.#described)];
    this.#described = [];
    if (described.length > 0) {
      const shown = described.slice(0, 3).join(', ');
      const more = described.length > 3 ? ` and ${described.length - 3} more` : '';
      printLine(`${pc.cyan('describe'.padEnd(9))}${shown}${more}`);
    }
    for (const line of lines) printLine(line);
  }

  #ending(outcome: AgentOutcome): readonly string[] {
    const { status, steps, answer, stop, error, open } = outcome;
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1);
    const colour = isComplete(outcome) ? pc.green : status === 'failed' ? pc.red : pc.yellow;
    return [
      '',
      `${pc.bold(colour(isComplete(outcome) ? 'Done' : words[status]))} ${pc.dim(`after ${steps} steps, ${seconds} s${spent(outcome)}`)}`,
      ...answer
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(plain),
      ...(stop === undefined ? [] : [pc.yellow(plain(stop.sentence))]),
      ...(error === undefined ? [] : [pc.red(plain(error.message))]),
      ...open.map((matter) => pc.yellow(`Open: ${plain(matter)}`)),
      ...this.#hints(outcome),
    ];
  }

  /** Commands that show what happened, and go on. */
  #hints({ status, traceId, open }: AgentOutcome): string[] {
    if (this.#repeat === undefined) return [];
    const show = pc.dim(`What happened: groundrail trace show ${traceId}${this.#repeat.replace(/ --target \S+/, '')}`);
    const plans = open.flatMap((matter) => /^plan (\S+)$/.exec(matter)?.[1] ?? []);
    const approve = plans.map((plan) => `Approve and send: groundrail call --plan ${plan} --approve${this.#repeat}`);
    if (status === 'finished') return [show, ...approve];
    return [show, ...approve, `Go on with: groundrail ask --resume ${traceId}${this.#repeat}`];
  }
}

function beginning({ task, driver, traceId, resumedAfter }: EventOf<'started'>): string[] {
  const resumed = resumedAfter === undefined ? '' : `, goes on after step ${resumedAfter}`;
  return [pc.bold(plain(task).slice(0, 2000)), pc.dim(`${plain(driver)}, trace ${traceId}${resumed}`), ''];
}

const words = {
  finished: 'Not everything was done',
  stopped: 'Stopped',
  cancelled: 'Interrupted',
  failed: 'Failed',
} as const satisfies Record<AgentOutcome['status'], string>;

/** True where the run came to its end and left nothing undone and nothing to ask. */
export function isComplete({ status, data }: AgentOutcome): boolean {
  if (status !== 'finished') return false;
  const { notDone = [], questions = [] } = (data ?? {}) as {
    readonly notDone?: readonly unknown[];
    readonly questions?: readonly unknown[];
  };
  return notDone.length === 0 && questions.length === 0;
}

function spent({ usage, cost }: AgentOutcome): string {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens + outputTokens === 0) return '';
  const price = cost === undefined ? '' : `, $${cost.toFixed(4)}`;
  return `, ${inputTokens.toLocaleString('en-US')} tokens in, ${outputTokens.toLocaleString('en-US')} out${price}`;
}
