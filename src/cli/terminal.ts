import pc from 'picocolors';
import type { Finding, Severity } from '../base/index.ts';

const colourOf: Record<Severity, (text: string) => string> = { error: pc.red, warning: pc.yellow, info: pc.dim };

/** Writes one JSON document and a line break to standard output: all that `--json` prints. What could steer a terminal is escaped. */
export function printJson(value: unknown): void {
  process.stdout.write(`${escaped(JSON.stringify(value, null, 2))}\n`);
}

/** Writes JSON on one line to standard output, escaped as `printJson` does. */
export function printJsonLine(value: unknown): void {
  process.stdout.write(`${escaped(JSON.stringify(value))}\n`);
}

/** Writes text and a line break to standard output, made safe as `safe` says. */
export function printLine(text = ''): void {
  process.stdout.write(`${safe(text)}\n`);
}

/** Writes a sentence to standard error, without any escape. */
export function printProblem(text: string): void {
  process.stderr.write(`${text.replace(unsafe, ' ').trimEnd()}\n`);
}

function escaped(document: string): string {
  return document.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Foreign text on one line and without escapes, so that no document can move the cursor, colour the rest or forge a line. */
export function plain(text: string): string {
  return text.replace(unsafe, ' ').replace(/\s+/g, ' ').trim();
}

/** Control characters but the line break and the tabulator, and the marks that turn the direction of writing. */
const unsafe = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const styles = new RegExp(`${String.fromCharCode(27)}\\[(?:1|2|22|3[1-6]|39)m`, 'g');

/** What may reach a terminal whatever a document says: of all escapes only the styles that this program sets, where it sets any. */
function safe(text: string): string {
  const own = pc.isColorSupported ? (text.match(styles) ?? []) : [];
  return text
    .split(styles)
    .map((part, index) => `${part.replace(unsafe, ' ')}${own[index] ?? ''}`)
    .join('');
}

/** Prints findings, errors first, at most `limit` lines, and says how many more there are. */
export function printFindings(findings: readonly Finding[], limit = 20): void {
  const order: Severity[] = ['error', 'warning', 'info'];
  const sorted = order.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  for (const finding of sorted.slice(0, limit)) printLine(`  ${findingLine(finding)}`);
  if (sorted.length > limit) printLine(pc.dim(`  … and ${sorted.length - limit} more (--json prints all)`));
}

/** Prints what a call's findings say, with what would have been right. */
export function printCallFindings(findings: readonly Finding[]): void {
  for (const finding of findings) {
    printLine(findingLine(finding));
    if (finding.suggestion !== undefined) printLine(pc.dim(`    suggestion: ${plain(finding.suggestion)}`));
    else if (finding.allowed && finding.allowed.length > 0)
      printLine(pc.dim(`    allowed: ${finding.allowed.slice(0, 12).map(plain).join(', ')}`));
  }
}

/** A finding on one line: severity, place, sentence, effect. */
export function findingLine(finding: Finding): string {
  const place =
    finding.line === undefined ? '' : `:${finding.line}${finding.column === undefined ? '' : `:${finding.column}`}`;
  const where = finding.path === '' ? '' : `${plain(finding.path)}${place} `;
  const effect = finding.effect === undefined ? '' : ` ${finding.effect}`;
  return `${colourOf[finding.severity](finding.severity)} ${where}${plain(finding.message)}${pc.dim(plain(effect) && ` ${plain(effect)}`)}`;
}

/** Shows progress on standard error, only where that is a terminal. */
export function createProgress(): { update(text: string): void; clear(): void } {
  if (!process.stderr.isTTY) return { update: () => undefined, clear: () => undefined };
  return {
    update: (text) => void process.stderr.write(`\r\u001b[2K${plain(text)}`),
    clear: () => void process.stderr.write('\r\u001b[2K'),
  };
}
