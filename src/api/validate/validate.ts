import type { Finding } from '../../base/index.ts';
import type { Graph } from '../../graph/index.ts';
import { type ApiCall, isBatch, type SingleCall } from '../call.ts';
import { Catalog } from '../spec/catalog.ts';
import type { CallNode } from './call-node.ts';
import type { CaseState } from './case-state.ts';
import type { Provenance } from './provenance.ts';
import type { RuleContext, ValueRows, Verdict } from './rule.ts';
import { RULES } from './rules/index.ts';
import { resolveCall, walkCall } from './walk-call.ts';

/** What a call is judged by. */
export interface ValidationContext {
  /** Holds the services of the call and, for the order of steps, the processes. */
  readonly graph: Graph;
  /** Where values came from; absent: everything counts as the user's word. */
  readonly provenance?: Provenance | undefined;
  /** What has been done in the case that the call's `caseId` names. */
  readonly caseState?: CaseState | undefined;
  /** Rows of value lists that were read before, by id of their EntitySet. */
  readonly valueRows?: ((entitySetId: string) => ValueRows | undefined) | undefined;
}

/** Findings that are told; one more says how many are not. */
const MAX_FINDINGS = 100;

/** Errors after which a call is not looked at any further: it is refused, and nobody repairs so many one by one. */
const ENOUGH_ERRORS = 5000;

type Check = (node: CallNode, context: RuleContext) => Verdict;

/** The checks of all rules by the kind of node that they look at, in the order of the rules. */
const CHECKS = new Map<CallNode['kind'], readonly Check[]>(
  (['call', 'entity', 'property', 'parameter', 'unknown', 'navigation', 'query', 'filter', 'batch'] as const).map(
    (kind) => [kind, RULES.flatMap((rule) => (rule[kind] === undefined ? [] : [rule[kind] as Check]))],
  ),
);

/**
 * Judges a call by the specifications of the graph. Pure and without network. Findings come ordered (errors, warnings, the rest; then by
 * their place in the call) and without doubles; each says how to repair the call. At most 100, and one that counts the rest. No finding:
 * the call may be sent.
 */
export function validate(call: ApiCall, context: ValidationContext): Finding[] {
  const catalog = Catalog.of(context.graph);
  const findings = new Findings();
  if (!isBatch(call)) validateSingle(catalog, call, '', context, findings);
  else {
    const root = resolveCall(catalog, { service: call.service ?? '', operation: 'batch' }, '');
    apply({ kind: 'batch', path: '', batch: call }, contextOf(catalog, root, context), findings);
    call.calls.forEach((single, index) => {
      const inCase = single.caseId ?? call.caseId;
      const whole = inCase === undefined ? single : { ...single, caseId: inCase };
      validateSingle(catalog, whole, `/calls/${index}`, context, findings);
    });
  }
  return findings.told();
}

function validateSingle(
  catalog: Catalog,
  call: SingleCall,
  path: string,
  context: ValidationContext,
  findings: Findings,
): void {
  let ruleContext: RuleContext | undefined;
  walkCall(catalog, call, path, (node) => {
    if (node.kind === 'call') ruleContext = contextOf(catalog, node, context);
    if (ruleContext !== undefined) apply(node, ruleContext, findings);
  });
}

function contextOf(catalog: Catalog, root: RuleContext['root'], context: ValidationContext): RuleContext {
  const { provenance, caseState, valueRows } = context;
  return { catalog, root, provenance, caseState, valueRows };
}

function apply(node: CallNode, context: RuleContext, findings: Findings): void {
  if (findings.areEnough) return;
  for (const check of CHECKS.get(node.kind) ?? []) {
    const verdict = check(node, context);
    if (verdict === undefined) continue;
    for (const finding of isList(verdict) ? verdict : [verdict]) findings.add(finding);
  }
}

function isList(verdict: Finding | readonly Finding[]): verdict is readonly Finding[] {
  return Array.isArray(verdict);
}

const WEIGHT = { error: 0, warning: 1, info: 2 } as const;

/** Findings as they come, without doubles. */
class Findings {
  readonly #unique = new Map<string, Finding>();
  #errors = 0;

  get areEnough(): boolean {
    return this.#errors >= ENOUGH_ERRORS;
  }

  add(finding: Finding): void {
    const key = `${finding.rule} ${finding.path} ${finding.message}`;
    if (this.#unique.has(key)) return;
    this.#unique.set(key, finding);
    if (finding.severity === 'error') this.#errors += 1;
  }

  /** Errors first, then warnings; bounded. */
  told(): Finding[] {
    const all = [...this.#unique.values()].sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity]);
    const [next] = all.slice(MAX_FINDINGS);
    if (next === undefined) return all;
    const more = `${this.areEnough ? 'At least ' : ''}${all.length - MAX_FINDINGS} more`;
    const message = `${more} findings are not told; repair these first and check the call again.`;
    return [...all.slice(0, MAX_FINDINGS), { rule: 'more-findings', severity: next.severity, path: '', message }];
  }
}
