import { findIntents, type Intent, type Verbs } from './clauses.ts';
import type { Candidate } from './entity.ts';
import { ORGANISATION } from './lexicon.ts';
import { findMentions, type Mention } from './mentions.ts';
import { canonical, textWords } from './words.ts';

const making = new Set(['create', 'make', 'add', 'put', 'give', 'get', 'need', 'want'].map(canonical));

/** A task as the planner reads it. */
export class TaskReading {
  readonly task: string;
  /** What to search with for the whole task. */
  readonly query: string;
  readonly intents: readonly Intent[];
  readonly mentions: readonly Mention[];

  /** `verbs`: imperatives of the landscape's own processes. */
  constructor(task: string, today: string, verbs: Verbs = new Map()) {
    this.task = task;
    this.query = wholeQuery(task);
    this.intents = findIntents(task, verbs);
    this.mentions = findMentions(task, today);
  }

  /** What is named in the scope of an intent, its lead included. */
  own(scope: Scope): Mention[] {
    return this.mentions.filter(({ start, end }) => scope.start <= start && end <= scope.end);
  }

  /** Mentions that may fill the call of a scope: its own, then those before it, nearest first. */
  candidates(scope: Scope): Candidate[] {
    const own = this.own(scope);
    const quantity = own.some(({ kind }) => kind === 'quantity');
    const before = this.mentions
      .filter(({ kind, end }) => end <= scope.start && (kind === 'id' || (kind === 'quantity' && !quantity)))
      .reverse();
    const clause = scope.clauseStart ?? scope.start;
    const near = [
      ...own.filter(({ start }) => start >= clause),
      ...own.filter(({ start }) => start < clause).reverse(),
    ];
    return [...near.map((mention) => ({ mention, own: true })), ...before.map((mention) => ({ mention, own: false }))];
  }

  /** Canonical words of a scope for codes: without names, quotations, and organisational data that stands with identifiers. */
  wording({ start, end }: Scope): string[] {
    let text = this.task.slice(start, end);
    for (const mention of this.mentions) {
      if (mention.kind !== 'text' || mention.start < start || mention.end > end) continue;
      const [from, to] = [mention.start - start, mention.end - start];
      text = text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
    }
    return textWords(text.replace(ORGANISATION, ' ')).filter((word) => !making.has(word));
  }

  /** Currency named in the scope, else the last one before it. */
  currency({ end }: Scope): string | undefined {
    const named = this.mentions.filter((mention) => mention.end <= end);
    const last = named
      .filter(({ kind, unit }) => kind === 'currency' || ((kind === 'money' || kind === 'price') && unit !== undefined))
      .at(-1);
    return last === undefined ? undefined : last.kind === 'currency' ? last.value : last.unit;
  }

  /** Texts to search with for an intent, the one with its lead first. */
  queries({ lead, clause }: Intent): string[] {
    const whole = searchText(`${lead} ${clause}`);
    const bare = searchText(clause);
    return [...new Set([whole, bare].filter((text) => text.length > 3))];
  }
}

/** What to search with for a whole task: its beginning, as far as a search takes it. */
export function wholeQuery(task: string): string {
  return task.slice(0, 2000);
}

/** A stretch of the task. */
export interface Scope {
  readonly start: number;
  readonly end: number;
  /** Where the clause begins, after what leads to it. */
  readonly clauseStart?: number;
}

const LED_ORGANISATION = new RegExp(`(?:,|\\b(?:for|in|of|by|with|and|to|from|on))?\\s*${ORGANISATION.source}`, 'gi');

/** A clause without quotations and organisational data, which lead a search astray. */
function searchText(text: string): string {
  return text
    .replace(/(?<![\p{L}\d])'[^'\n]{1,200}'(?![\p{L}\d])|"[^"\n]{1,200}"/gu, ' ')
    .replace(LED_ORGANISATION, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 1500);
}
