import { findDates } from './dates.ts';
import { CURRENCIES, UNITS } from './lexicon.ts';
import { canonical, isContent, numberOf } from './words.ts';

/** Something that a text names, with the words before it that say what it is. */
export interface Mention {
  readonly kind: 'id' | 'text' | 'name' | 'quantity' | 'money' | 'price' | 'currency' | 'date';
  readonly value: string;
  /** Canonical words before it, nearest last. */
  readonly role: readonly string[];
  /** Text before it in its clause, as written. */
  readonly before: string;
  /** For a quantity: the words of its unit; for money: the code of its currency. */
  readonly unit?: string;
  readonly side?: 'start' | 'end';
  readonly start: number;
  readonly end: number;
}

interface Span {
  readonly kind: Mention['kind'];
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly unit?: string;
  readonly side?: 'start' | 'end';
}

const quoted =
  /(?<![\p{L}\d])(?:'([^'\n]{1,200}?)'|"([^"\n]{1,200})"|“([^”\n]{1,200})”|„([^“”\n]{1,200})[“”])(?![\p{L}\d])/gu;
const measured =
  /(?<![\w.-])(\d[\d,]*(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty|hundred)\s+([A-Za-z]+)\b/gi;
/** "50 chains CHN-11", "six bicycles TOUR-3": a number of things that an identifier follows. */
const counted =
  /(?<![\w.-])(\d[\d,]*|[Oo]ne|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty|hundred)\s+(?=((?:[a-z]+\s+){1,3})[A-Z][A-Z\d./_-]*[\d-])/g;
const decimal = /(?<![\w.-])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d{1,4})(?![\w-]|\.\d)/g;
const identifier =
  /(?<![\p{L}\d.'-])(?=[A-Z\d./_-]*\d|[A-Z]{2,}-[A-Z])[A-Z\d][A-Z\d./_-]*[A-Z\d]|(?<![\p{L}\d.'-])\d(?![\p{L}\d.-])/gu;
const name = /(?<![.!?:]\s)(?<=\s)(?:\p{Lu}[\p{L}&]+)(?: (?:\p{Lu}[\p{L}&]*))*/gu;
const company =
  /\b\p{Lu}[\p{L}&-]+(?: \p{Lu}[\p{L}&-]+)* (?:AB|AG|GmbH|Ltd|Inc|Corp|LLC|SA|SE|BV|NV|Oy|AS|KG|plc|SpA|SL)\b/gu;

/** Everything that a text names, in order. Pure; `today` is the day that relative dates count from. */
export function findMentions(text: string, today: string): Mention[] {
  const spans: Span[] = [];
  const free = (start: number, end: number): boolean => spans.every((span) => end <= span.start || span.end <= start);
  const add = (span: Span): void => {
    if (free(span.start, span.end)) spans.push(span);
  };
  for (const match of text.matchAll(quoted)) {
    const value = match[1] ?? match[2] ?? match[3] ?? match[4] ?? '';
    const kind = /\s/.test(value) || !/\d/.test(value) ? 'text' : 'id';
    add({ kind, value, start: match.index, end: match.index + match[0].length });
  }
  const dates: Span[] = findDates(text, today).map((date) => ({ ...date, kind: 'date' }));
  spans.push(...dates.filter(({ start, end }) => free(start, end)));
  for (const span of moneySpans(text)) add(span);
  for (const { pattern, code } of CURRENCIES) {
    for (const match of text.matchAll(new RegExp(pattern.source, 'gi')))
      add({ kind: 'currency', value: code, start: match.index, end: match.index + match[0].length });
  }
  for (const match of text.matchAll(measured)) {
    const unit = UNITS.find(({ pattern }) => pattern.test(match[2] ?? ''));
    const number = numberOf((match[1] ?? '').replaceAll(',', ''));
    if (unit === undefined || number === undefined) continue;
    add({
      kind: 'quantity',
      value: numberText(match[1] ?? '', number),
      unit: unit.text,
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  for (const match of text.matchAll(counted)) {
    const number = numberOf((match[1] ?? '').replaceAll(',', ''));
    const written = match[1] ?? '';
    if (number === undefined || /^0\d/.test(written) || written.length > 4) continue;
    if ((match[2] ?? '').split(/\s+/).some((word) => numberOf(word) !== undefined)) continue;
    add({
      kind: 'quantity',
      value: numberText(written, number),
      unit: 'piece',
      start: match.index,
      end: match.index + written.length,
    });
  }
  for (const match of text.matchAll(decimal)) {
    const kind = /\b(?:at|for|price of|priced at)\s+$/i.test(text.slice(0, match.index)) ? 'price' : 'id';
    add({ kind, value: (match[0] ?? '').replaceAll(',', ''), start: match.index, end: match.index + match[0].length });
  }
  for (const match of text.matchAll(identifier))
    add({ kind: 'id', value: match[0], start: match.index, end: match.index + match[0].length });
  for (const match of text.matchAll(company))
    add({ kind: 'name', value: match[0], start: match.index, end: match.index + match[0].length });
  for (const match of text.matchAll(name))
    add({ kind: 'name', value: match[0], start: match.index, end: match.index + match[0].length });
  spans.sort((a, b) => a.start - b.start || a.end - b.end);
  return withRoles(text, spans);
}

function* moneySpans(text: string): Generator<Span> {
  for (const { pattern, code } of CURRENCIES) {
    const source = `(?<![\\w.-])(\\d[\\d,]*(?:\\.\\d+)?)\\s*(?:net |gross )?(?:${pattern.source})|(?:${pattern.source})\\s*(\\d[\\d,]*(?:\\.\\d+)?)(?![\\w-])`;
    for (const match of text.matchAll(new RegExp(source, 'gi'))) {
      const number = match.slice(1).find((group) => group !== undefined && /^\d/.test(group));
      if (number === undefined) continue;
      const value = number.replaceAll(',', '').replace(/\.$/, '');
      const price =
        /\b(?:at|priced at)\s+$/i.test(text.slice(0, match.index)) ||
        /^\s*(?:net |gross )?(?:per|a|each)\b/i.test(text.slice(match.index + match[0].length));
      yield {
        kind: price ? 'price' : 'money',
        value,
        unit: code,
        start: match.index,
        end: match.index + match[0].length,
      };
    }
  }
}

function withRoles(text: string, spans: readonly Span[]): Mention[] {
  const mentions: Mention[] = [];
  spans.forEach((span, index) => {
    const previous = spans[index - 1];
    const floor = previous !== undefined && previous.end <= span.start ? previous.end : 0;
    const whole = text.slice(floor, span.start);
    const before = whole.split(/[.;:!?]\s|[,(]/).at(-1) ?? '';
    let role = roleWords(before);
    const last = mentions.at(-1);
    const joined = last !== undefined && last.kind === span.kind && /^\s*(,|and|or|, and)\s*$/.test(whole);
    if (/\b(?:his|her|their|its|customer's|client's) (?:own )?(?:order )?(?:number|reference|no\.?)\s*$/i.test(before))
      role = ['customer', 'reference'].map(canonical);
    if (role.length === 0 && joined) role = [...last.role];
    if (role.length === 0 && /\b(shall be|is|be|are|:)\s*$/.test(before)) role = subjectOf(text.slice(0, span.start));
    if (span.kind === 'id' && /^(19|20)\d\d$/.test(span.value) && /\bof\s*$/.test(before))
      role = ['fiscal', 'year'].map(canonical);
    if (span.kind === 'id' && previous?.kind === 'quantity' && /^\s*of\s+([a-z-]+\s+)?$/.test(whole))
      role = [canonical('material')];
    mentions.push({ ...span, role, before });
  });
  return mentions;
}

const connectors = /^(of|is|are|be|shall|number|no|nr|was|the|a|an|our|my|called|named|:)$/i;
const delimiters =
  /^(for|from|to|with|by|in|on|at|and|or|as|under|into|via|that|which|then|over|before|after|against|until|so)$/i;

/** Content words right before a mention, up to five. */
function roleWords(before: string): string[] {
  const tokens = before.match(/[\p{L}'’/-]+/gu) ?? [];
  while (tokens.length > 0 && connectors.test(tokens.at(-1) ?? '') && !/^number$/i.test(tokens.at(-1) ?? ''))
    tokens.pop();
  const words: string[] = [];
  for (const token of tokens.reverse()) {
    if (delimiters.test(token) || words.length === 5) break;
    if (isContent(token)) words.unshift(canonical(token));
  }
  return words;
}

/** The words that a sentence begins with after its last comma or semicolon: what `is` or `shall be` speaks of. */
function subjectOf(text: string): string[] {
  const clause = text.split(/[.;:!?]\s/).at(-1) ?? '';
  const tokens = clause.match(/[\p{L}'’-]+/gu) ?? [];
  const end = tokens.findIndex((token) => /^(is|are|shall|was|must|will)$/i.test(token));
  return tokens.slice(0, Math.max(0, end)).slice(-4).filter(isContent).map(canonical);
}

function numberText(written: string, value: number): string {
  return /^\d/.test(written) ? written.replaceAll(',', '') : String(value);
}
