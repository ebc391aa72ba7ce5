import type { Finding } from '../../src/base/index.ts';
import { show } from './compare.ts';
import { asList, asText, type Fields, fieldsOf, onlyKeys } from './expectation.ts';

const findingKeys = ['severity', 'line', 'column', 'near', 'contains', 'containsAny'];

/** Compares findings with `findings` and `otherFindings` of a case; one sentence per mismatch. */
export function checkFindings(expect: Fields, findings: readonly Finding[], refusal?: Finding): string[] {
  const problems: string[] = [];
  const named = new Set<Finding>(refusal ? [refusal] : []);
  for (const entry of asList(expect.findings)) {
    const wanted = fieldsOf(entry, 'findings[]');
    onlyKeys(wanted, findingKeys, 'findings[]');
    const found = findings.filter((finding) => fits(wanted, finding));
    if (found.length === 0) problems.push(`expected the finding ${show(wanted)}, came ${brief(findings)}`);
    for (const finding of found) named.add(finding);
  }
  const others = findings.filter((finding) => !named.has(finding));
  const tolerated = asText(expect.otherFindings ?? 'info', 'otherFindings');
  if (!['none', 'info', 'any'].includes(tolerated)) throw new Error(`otherFindings is ${tolerated}`);
  const excess =
    tolerated === 'any' ? [] : others.filter((finding) => tolerated === 'none' || finding.severity !== 'info');
  if (excess.length > 0) {
    problems.push(`expected no other findings${tolerated === 'info' ? ' above info' : ''}, came ${brief(excess)}`);
  }
  return problems;
}

/** True where a finding has the severity, place and words that an entry asks for. */
export function fits(wanted: Fields, finding: Finding): boolean {
  if (wanted.severity !== undefined && wanted.severity !== finding.severity) return false;
  const { lines, columns } = placesOf(finding);
  if (wanted.line !== undefined && !asList(wanted.line).some((line) => lines.includes(Number(line)))) return false;
  if (wanted.column !== undefined && !columns.includes(Number(wanted.column))) return false;
  const text = `${finding.message}\n${finding.path}\n${finding.effect ?? ''}`.toLowerCase();
  const holds = (part: unknown) => text.includes(asText(part, 'contains').toLowerCase());
  if (!asList(wanted.contains).every(holds)) return false;
  return wanted.containsAny === undefined || asList(wanted.containsAny).some(holds);
}

/** A line counts wherever the product puts it: a field, or `file:line` in path or message. */
function placesOf(finding: Finding): { lines: number[]; columns: number[] } {
  const lines = finding.line === undefined ? [] : [finding.line];
  const columns = finding.column === undefined ? [] : [finding.column];
  for (const match of `${finding.path} ${finding.message}`.matchAll(/:(\d+)(?::(\d+))?/g)) {
    lines.push(Number(match[1]));
    if (match[2] !== undefined) columns.push(Number(match[2]));
  }
  return { lines, columns };
}

function brief(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'none';
  const parts = findings
    .slice(0, 4)
    .map(({ severity, line, column, message }) => `${severity} ${line}:${column} ${message}`);
  return show(findings.length > 4 ? [...parts, `and ${findings.length - 4} more`] : parts);
}
