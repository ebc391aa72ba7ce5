import pc from 'picocolors';
import type { Finding, Severity } from '../base/index.ts';

const colourOf: Record<Severity, (text: string) => string> = { error: pc.red, warning: pc.yellow, info: pc.dim };

/** Writes one JSON document and a line break to standard output: all that `--json` prints. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Writes a line to standard output. Control characters of foreign text are made harmless. */
export function printLine(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Foreign text on one line, without control characters, so that no document can move the cursor or forge a line. */
export function plain(text: string): string {
  return text.replace(controlCharacters, ' ').replace(/\s+/g, ' ').trim();
}

const controlCharacters = new RegExp(
  `[${String.fromCharCode(0)}-${String.fromCharCode(31)}${String.fromCharCode(127)}-${String.fromCharCode(159)}]`,
  'g',
);

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
  const where = finding.path === '' ? '' : `${finding.path}${place} `;
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
