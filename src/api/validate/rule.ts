import type { Finding, Severity } from '../../base/index.ts';
import type { Catalog } from '../spec/catalog.ts';
import { type CallNode, type CallRoot, pointerOf } from './call-node.ts';
import type { CaseState } from './case-state.ts';
import type { Provenance } from './provenance.ts';

/** What rules may look at besides their node. */
export interface RuleContext {
  readonly catalog: Catalog;
  /** The call that the nodes are part of. */
  readonly root: CallRoot;
  /** Where values came from; absent: everything counts as the user's word. */
  readonly provenance: Provenance | undefined;
  /** What has been done in the case of the call. */
  readonly caseState: CaseState | undefined;
  /** Rows of a value list's EntitySet that were read before. */
  readonly valueRows: ((entitySetId: string) => ValueRows | undefined) | undefined;
}

/** Rows of an EntitySet; `complete` where no row is missing. */
export interface ValueRows {
  readonly complete: boolean;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** What is wrong with a node; nothing where all is well. */
export type Verdict = Finding | readonly Finding[] | undefined;

/**
 * One rule: looks at nodes of the kinds that it has a check for. A check is pure, never throws, and says in each message how to
 * repair the call. `name` is stable; the file, the test, the fixtures and the page of the rule have it too.
 */
export type Rule = { readonly name: string } & {
  readonly [K in CallNode['kind']]?: (node: Extract<CallNode, { kind: K }>, context: RuleContext) => Verdict;
};

/** Makes a finding about a node, or about something inside it where `path` is given. */
export function found(
  name: string,
  node: CallNode | string,
  message: string,
  extras: Omit<Partial<Finding>, 'rule' | 'message' | 'path'> = {},
): Finding {
  const { severity = 'error' as Severity, ...rest } = extras;
  return { rule: name, severity, path: typeof node === 'string' ? node : pointerOf(node), message, ...rest };
}
