import type { Finding, Severity } from '../../base/index.ts';
import type { SourceText } from './source-text.ts';

/** Where something stands: a file and an offset into its text. */
export interface Place {
  readonly source: SourceText;
  readonly offset: number;
}

/** Findings of one rule beyond this number are counted, not listed, so that a hostile file cannot flood its reader. */
const maximumPerRule = 500;

/** Collects the findings of one reading, each with file, line, column and effect. */
export class Diagnostics {
  readonly findings: Finding[] = [];
  readonly #counts = new Map<string, { count: number; severity: Severity; path: string }>();

  error(rule: string, place: Place, message: string, effect: string): void {
    this.#add('error', rule, place, message, effect);
  }

  warning(rule: string, place: Place, message: string, effect: string): void {
    this.#add('warning', rule, place, message, effect);
  }

  info(rule: string, place: Place, message: string, effect: string): void {
    this.#add('info', rule, place, message, effect);
  }

  /** Closes the collection: rules with more findings than are listed get one line with the rest. */
  finish(): Finding[] {
    for (const [rule, { count, severity, path }] of this.#counts) {
      if (count <= maximumPerRule) continue;
      this.findings.push({
        rule,
        severity,
        path,
        message: `${count - maximumPerRule} more findings of the rule ${rule} are not listed.`,
      });
    }
    this.#counts.clear();
    return this.findings;
  }

  #add(severity: Severity, rule: string, place: Place, message: string, effect: string): void {
    const counted = this.#counts.get(rule);
    if (counted) counted.count++;
    else this.#counts.set(rule, { count: 1, severity, path: place.source.file });
    if (counted && counted.count > maximumPerRule) return;
    const { line, column } = place.source.position(place.offset);
    this.findings.push({ rule, severity, path: place.source.file, line, column, message, effect });
  }
}
