/** A day of the calendar in a text, as ISO 8601. */
export interface FoundDate {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** What the words around it say of its place in a range. */
  readonly side?: 'start' | 'end';
}

const months = 'january february march april may june july august september october november december'.split(' ');
const month = `(?:${months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})\\.?`;
const dayMonth = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${month})(?:,? (\\d{4}))?\\b`, 'gi');
const monthDay = new RegExp(
  `\\b(${month}) (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b(?! (?:of|pieces|hours))`,
  'gi',
);
const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/g;
const numeric = /\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b/g;
const relative = /\b(today|tomorrow|yesterday)\b/gi;
const wholeYear = /\b(?:all of|throughout|through|the whole of|the year) (?:all of )?(\d{4})\b/gi;

/** The dates of a text in order; a date without year takes that of the next one that has one, else the year of `today`. */
export function findDates(text: string, today: string): FoundDate[] {
  const found: { year?: number; month: number; day: number; start: number; end: number }[] = [];
  const add = (match: RegExpMatchArray, year: string | undefined, monthNumber: number, day: number): void => {
    if (monthNumber < 1 || monthNumber > 12 || day < 1 || day > 31) return;
    const start = match.index ?? 0;
    const end = start + match[0].length;
    if (found.some((other) => start < other.end && other.start < end)) return;
    found.push({ ...(year !== undefined && { year: Number(year) }), month: monthNumber, day, start, end });
  };
  for (const match of text.matchAll(iso)) add(match, match[1], Number(match[2]), Number(match[3]));
  for (const match of text.matchAll(numeric)) add(match, match[3], Number(match[2]), Number(match[1]));
  for (const match of text.matchAll(dayMonth)) add(match, match[3], monthOf(match[2]), Number(match[1]));
  for (const match of text.matchAll(monthDay)) add(match, match[3], monthOf(match[1]), Number(match[2]));
  found.sort((a, b) => a.start - b.start);
  const dates: FoundDate[] = [];
  found.forEach((date, index) => {
    const year =
      date.year ?? found.slice(index + 1).find((later) => later.year !== undefined)?.year ?? Number(today.slice(0, 4));
    const value = `${String(year).padStart(4, '0')}-${pad(date.month)}-${pad(date.day)}`;
    if (isDay(value)) dates.push({ value, start: date.start, end: date.end, ...sideOf(text, date.start) });
  });
  for (const match of text.matchAll(relative)) {
    const start = match.index ?? 0;
    dates.push({ value: shifted(today, match[1] ?? ''), start, end: start + match[0].length });
  }
  for (const match of text.matchAll(wholeYear)) {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    dates.push(
      { value: `${match[1]}-01-01`, start, end, side: 'start' },
      { value: `${match[1]}-12-31`, start, end, side: 'end' },
    );
  }
  return dates.sort((a, b) => a.start - b.start);
}

function sideOf(text: string, start: number): { side?: 'start' | 'end' } {
  const before = text.slice(Math.max(0, start - 30), start).toLowerCase();
  if (/\b(from|starting(?: on)?|beginning(?: on)?|start(?:s|ing)? on) $/.test(before)) return { side: 'start' };
  if (/\b(to|until|till|through|finishing(?: on)?|ending(?: on)?) $/.test(before)) return { side: 'end' };
  return {};
}

function monthOf(name: string | undefined): number {
  const lower = (name ?? '').toLowerCase().slice(0, 3);
  return months.findIndex((candidate) => candidate.startsWith(lower)) + 1;
}

function shifted(today: string, word: string): string {
  const days = { tomorrow: 1, yesterday: -1 }[word.toLowerCase()] ?? 0;
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function isDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
