import { VERBS } from './lexicon.ts';

/** What a clause wants done. */
export type Wish = 'create' | 'read' | 'change' | 'delete' | 'act';

/** One thing that the user wants done. */
export interface Intent {
  readonly index: number;
  readonly wish: Wish;
  /** The clause itself. */
  readonly clause: string;
  /** What was said before it that belongs to it. */
  readonly lead: string;
  /** Offsets in the task, the lead included. */
  readonly start: number;
  readonly end: number;
  /** Where the clause itself begins. */
  readonly clauseStart: number;
  /** Number of the sentence that it stands in. */
  readonly sentence: number;
}

interface Clause {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly sentence: number;
  readonly wish: Wish | undefined;
}

const connector =
  /^(?:(?:and|then|also|afterwards?|finally|next|now|please|so|but|or|after that|in the end|at last),?\s+)+/i;
const subordinate = /^(?:because|when|once|after|as soon as|if|since|as)\b[^,;.]*,\s*/i;
const object =
  /^(?:a|an|the|it|them|this|that|these|those|its|their|his|her|our|my|all|how|which|what|whether|one|some|up|in|for|out|me|another|both|['"“])\b|^\d+(?:[.,]\d+)* [a-z]|^['"“]/i;
/** Words of a statement that only adds a particular to what was asked for. */
const shortStatement = 6;

/** "Book it as …" says how what was just asked for is to be done. */
const asBefore =
  /^(?:and )?(?:then )?(?:book|record|enter|register|post|treat|log|do|file) (?:it|this|that|them) (?:as|under)\b(?! well)/i;
const boundary = /[;:]\s+|,\s+|\s+(?=and\s)|\s+(?=then\s)/g;

/** Imperatives by what they want done. */
export type Verbs = ReadonlyMap<string, Wish>;

/**
 * The things that a task asks for, in order. A task without any imperative is one wish to create. `own` are verbs that the landscape uses
 * beside the common ones.
 */
export function findIntents(task: string, own: Verbs = new Map()): Intent[] {
  const sentences = clausesOf(task, own);
  const intents: Intent[] = [];
  let lead: Clause[] = [];
  const push = (clause: Clause, wish: Wish): void => {
    const first = lead[0] ?? clause;
    intents.push({
      index: intents.length,
      wish,
      clause: clause.text,
      lead: lead.map(({ text }) => text).join(' '),
      start: first.start,
      end: clause.end,
      clauseStart: clause.start,
      sentence: clause.sentence,
    });
    lead = [];
  };
  const extend = (clause: Clause): void => {
    const last = intents.at(-1);
    if (last === undefined) return;
    intents[intents.length - 1] = { ...last, clause: task.slice(last.clauseStart, clause.end), end: clause.end };
  };
  const clauses = sentences.flat();
  for (const [at, clause] of clauses.entries()) {
    if (
      clause.wish !== undefined &&
      asBefore.test(clause.text) &&
      intents.at(-1)?.sentence === clause.sentence &&
      lead.length === 0
    ) {
      extend(clause);
      continue;
    }
    if (clause.wish !== undefined) {
      push(clause, clause.wish);
      continue;
    }
    const last = intents.at(-1);
    if (last?.sentence === clause.sentence && lead.length === 0) {
      extend(clause);
      continue;
    }
    const later = clauses.slice(at + 1).find(({ wish }) => wish !== undefined);
    const own = clauses.filter(({ sentence }) => sentence === clause.sentence);
    const whole = own.every(({ wish }) => wish === undefined);
    if (whole && own[0] === clause) {
      const end = own.at(-1)?.end ?? clause.end;
      const text = task.slice(clause.start, end);
      if (isRequest(text)) {
        push({ ...clause, text, end }, 'create');
        continue;
      }
    }
    const looksBack =
      /^(?:it|its|there|they|that|this)\b/i.test(clause.text) || clause.text.split(/\s+/).length <= shortStatement;
    if (last !== undefined && (later === undefined || (whole && looksBack && later.sentence > clause.sentence + 1))) {
      extend(clause);
      continue;
    }
    lead.push(clause);
  }
  const [first] = lead;
  if (first !== undefined) {
    if (intents.length === 0) {
      lead = [];
      push({ ...first, text: task.slice(first.start), end: task.length }, wishOfStatement(task));
    } else for (const clause of lead) extend(clause);
  }
  return intents;
}

/** A statement that demands: it says what shall or must be, or that something is agreed, and gives several particulars. */
function isRequest(text: string): boolean {
  const particulars = text.match(/\b(?:[A-Z]*\d[\w.-]*|[A-Z]{2,}-\w+)\b/g)?.length ?? 0;
  return (
    particulars >= 2 && /\b(shall|must be|has to be|have to be|is agreed|are agreed|should be|is to be)\b/i.test(text)
  );
}

function wishOfStatement(text: string): Wish {
  return /\?\s*$/.test(text) || /^(which|what|how|who|is|are|does)\b/i.test(text) ? 'read' : 'create';
}

function clausesOf(task: string, own: Verbs): Clause[][] {
  return sentencesOf(task).map(({ text, start }, sentence) => {
    const cuts = [0];
    for (const match of text.matchAll(boundary)) {
      const at = match.index + match[0].length;
      if (insideQuotes(text, at)) continue;
      if (/^[;:]/.test(match[0]) || wishAt(text.slice(at), false, own) !== undefined) cuts.push(at);
    }
    const pieces = [...new Set(cuts)]
      .sort((a, b) => a - b)
      .filter(
        (from, index, all) => !/^(?:and|then|or|also)?[\s,]*$/i.test(text.slice(from, all[index + 1] ?? text.length)),
      );
    return pieces.map((from, index) => {
      const to = pieces[index + 1] ?? text.length;
      const piece = text.slice(from, to).replace(/(?:[\s,;]+and)?[\s,;]+$/, '');
      return {
        text: piece,
        start: start + from,
        end: start + from + piece.length,
        sentence,
        wish: wishAt(piece, from === 0, own),
      };
    });
  });
}

/** What an imperative at the beginning of a text wants; undefined where there is none. */
function wishAt(text: string, opensSentence: boolean, own: Verbs): Wish | undefined {
  const bare = text.replace(connector, '').replace(subordinate, '').replace(connector, '');
  const match = /^([A-Za-z]+)\b\s*(.*)$/s.exec(bare);
  const [, word = '', rest = ''] = match ?? [];
  const lower = word.toLowerCase();
  const known = Object.hasOwn(VERBS, lower) ? VERBS[lower] : own.get(lower);
  if (known === undefined) return undefined;
  const isOpening = opensSentence && /^[A-Z]/.test(bare);
  const nounNext = /^(?:[a-z]+ ){0,2}(?:[A-Z]*\d[\w.-]*|[A-Z]{2,}-\w+)/.test(rest);
  if (
    !isOpening &&
    !object.test(rest) &&
    !(nounNext && known !== undefined && !/^\d/.test(rest) && /^[a-z]/.test(rest))
  )
    return undefined;
  if (/^(?:raise|set|put|bring|lower|turn) (?:its|the|their|his|her) [\w ]{2,40} to\b/i.test(bare)) return 'change';
  if (/^\w+ (?:it|them|this|that) (?:out|off|away|up|ready)\b/i.test(bare)) return 'create';
  return known;
}

function sentencesOf(task: string): { text: string; start: number }[] {
  const sentences: { text: string; start: number }[] = [];
  let start = 0;
  for (const match of task.matchAll(/[.!?]['"”]?\s+(?=[\p{Lu}'"“\d])/gu)) {
    if (/\b(?:St|Mr|Mrs|Ms|Dr|No|Nr|Inc|Ltd|Co|approx|e\.g|i\.e|R&D)$/.test(task.slice(start, match.index))) continue;
    if (insideQuotes(task.slice(start), match.index - start)) continue;
    const end = match.index + match[0].trimEnd().length;
    sentences.push({ text: task.slice(start, end), start });
    start = match.index + match[0].length;
  }
  if (start < task.length) sentences.push({ text: task.slice(start), start });
  return sentences;
}

function insideQuotes(text: string, at: number): boolean {
  for (const match of text.matchAll(/(?<![\p{L}\d])'[^'\n]{1,200}'(?![\p{L}\d])|"[^"\n]{1,200}"/gu))
    if (match.index < at && at < match.index + match[0].length) return true;
  return false;
}
