import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../base/index.ts';
import type { ApiCall } from '../call.ts';
import { sampleLandscape } from '../sample-landscape.ts';
import { applyRepair } from './apply-repair.ts';
import type { CaseStep } from './case-state.ts';
import { Provenance } from './provenance.ts';
import type { Rule } from './rule.ts';
import { RULES } from './rules/index.ts';
import { type ValidationContext, validate } from './validate.ts';

/** One entry of `<rule>.valid.json` and `<rule>.invalid.json`: a call against the sample landscape. */
interface RuleCase {
  about: string;
  call: ApiCall;
  /** What the user said; turns provenance on. */
  said?: string;
  answered?: unknown;
  done?: CaseStep[];
  rows?: Readonly<Record<string, Readonly<Record<string, unknown>>[]>>;
  /** What the rule must find, in order; `repaired: true` where the repair must remove it. */
  findings?: {
    path: string;
    severity?: string;
    contains?: string;
    suggestion?: string;
    allowed?: string[];
    repaired?: boolean;
  }[];
}

const graph = sampleLandscape();

/** Runs the fixtures of a rule: it is silent on the valid calls, finds what the invalid ones name, and its repairs repair. */
export function checkRule(rule: Rule): void {
  describe(rule.name, () => {
    it('is one of the rules', () => expect(RULES).toContain(rule));
    for (const valid of load(rule, 'valid')) {
      it(`accepts ${valid.about}`, () => expect(findingsOf(rule, valid)).toEqual([]));
    }
    for (const invalid of load(rule, 'invalid')) {
      it(`finds ${invalid.about}`, () => {
        const findings = findingsOf(rule, invalid);
        const expected = invalid.findings ?? [];
        expect(findings.map(({ path }) => path)).toEqual(expected.map(({ path }) => path));
        expected.forEach((wanted, index) => {
          const finding = findings[index];
          expect(finding?.severity).toBe(wanted.severity ?? 'error');
          if (wanted.contains !== undefined) expect(finding?.message).toContain(wanted.contains);
          if (wanted.suggestion !== undefined) expect(finding?.suggestion).toBe(wanted.suggestion);
          if (wanted.allowed !== undefined) expect(finding?.allowed).toEqual(wanted.allowed);
          expect(finding?.repair !== undefined).toBe(wanted.repaired === true);
          if (finding?.repair === undefined) return;
          const call = applyRepair(invalid.call, finding.repair);
          expect(call).toBeDefined();
          if (call === undefined) return;
          const left = findingsOf(rule, { ...invalid, call });
          expect(left.map(({ path, message }) => `${path} ${message}`)).not.toContain(
            `${finding.path} ${finding.message}`,
          );
        });
      });
    }
  });
}

function load(rule: Rule, kind: 'valid' | 'invalid'): RuleCase[] {
  return JSON.parse(
    readFileSync(join(import.meta.dirname, 'rules', `${rule.name}.${kind}.json`), 'utf8'),
  ) as RuleCase[];
}

function findingsOf(rule: Rule, { call, said, answered, done, rows }: RuleCase): Finding[] {
  const context: ValidationContext = {
    graph,
    ...(said !== undefined && { provenance: new Provenance().said(said).answered(answered) }),
    ...(done !== undefined && { caseState: { done } }),
    ...(rows !== undefined && {
      valueRows: (id) => {
        const known = rows[id];
        return known === undefined ? undefined : { complete: true, rows: known };
      },
    }),
  };
  return validate(call, context).filter((finding) => finding.rule === rule.name);
}
