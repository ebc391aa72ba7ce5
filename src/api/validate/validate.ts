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

type Check = (node: CallNode, context: RuleContext) => Verdict;

/** The checks of all rules by the kind of node that they look at, in the order of the rules. */
const CHECKS = new Map<CallNode['kind'], readonly Check[]>(
  (['call', 'entity', 'property', 'parameter', 'unknown', 'navigation', 'query', 'filter', 'batch'] as const).map(
    (kind) => [kind, RULES.flatMap((rule) => (rule[kind] === undefined ? [] : [rule[kind] as Check]))],
  ),
);

/**
 * Judges a call by the specifications of the graph. Pure and without network. Findings come ordered (errors, warnings, the rest; then by
 * their place in the call) and without doubles; each says how to repair the call. No finding: the call may be sent.
 */
export function validate(call: ApiCall, context: ValidationContext): Finding[] {
  const catalog = Catalog.of(context.graph);
  if (!isBatch(call)) return ordered(validateSingle(catalog, call, '', context));
  const root = resolveCall(catalog, { service: call.service ?? '', operation: 'batch' }, '');
  const findings: Finding[] = [];
  apply({ kind: 'batch', path: '', batch: call }, contextOf(catalog, root, context), findings);
  call.calls.forEach((single, index) => {
    const inCase = single.caseId ?? call.caseId;
    const whole = inCase === undefined ? single : { ...single, caseId: inCase };
    for (const item of validateSingle(catalog, whole, `/calls/${index}`, context)) findings.push(item);
  });
  return ordered(findings);
}

function validateSingle(catalog: Catalog, call: SingleCall, path: string, context: ValidationContext): Finding[] {
  const findings: Finding[] = [];
  let ruleContext: RuleContext | undefined;
  walkCall(catalog, call, path, (node) => {
    if (node.kind === 'call') ruleContext = contextOf(catalog, node, context);
    if (ruleContext !== undefined) apply(node, ruleContext, findings);
  });
  return findings;
}

function contextOf(catalog: Catalog, root: RuleContext['root'], context: ValidationContext): RuleContext {
  const { provenance, caseState, valueRows } = context;
  return { catalog, root, provenance, caseState, valueRows };
}

function apply(node: CallNode, context: RuleContext, findings: Finding[]): void {
  for (const check of CHECKS.get(node.kind) ?? []) {
    const verdict = check(node, context);
    if (verdict === undefined) continue;
    for (const finding of isList(verdict) ? verdict : [verdict]) findings.push(finding);
  }
}

function isList(verdict: Finding | readonly Finding[]): verdict is readonly Finding[] {
  return Array.isArray(verdict);
}

const WEIGHT = { error: 0, warning: 1, info: 2 } as const;

function ordered(findings: Finding[]): Finding[] {
  if (findings.length === 0) return findings;
  const unique = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.rule} ${finding.path} ${finding.message}`;
    if (!unique.has(key)) unique.set(key, finding);
  }
  return [...unique.values()].sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity]);
}
