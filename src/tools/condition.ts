/**
 * What an agent is given, as data: the parts of Groundrail that are switched on. Tools that a condition has are the same tools, and so is
 * the HTTP layer below them.
 */
export interface Condition {
  readonly name: string;
  /** `grounded`: hybrid retrieval with a describe tool; `chunks`: dense top-k over summaries of EntitySets, nothing else. */
  readonly retrieval: 'grounded' | 'chunks';
  /** Before and after in search results, the place in the process in specifications and after calls. */
  readonly process: boolean;
  /** Calls are checked before they are sent. */
  readonly validation: boolean;
  /** Code lists: in specifications, by a tool, in the check; with chunks: as plain text in the chunks. */
  readonly valueHelp: boolean;
}

/** The conditions of the evaluation by name; `full` is what a user has. */
export const CONDITIONS = {
  full: { name: 'full', retrieval: 'grounded', process: true, validation: true, valueHelp: true },
  'chunk-rag': { name: 'chunk-rag', retrieval: 'chunks', process: false, validation: false, valueHelp: false },
  'chunk-rag+value-help': {
    name: 'chunk-rag+value-help',
    retrieval: 'chunks',
    process: false,
    validation: false,
    valueHelp: true,
  },
  'full-process': { name: 'full-process', retrieval: 'grounded', process: false, validation: true, valueHelp: true },
  'full-validation': {
    name: 'full-validation',
    retrieval: 'grounded',
    process: true,
    validation: false,
    valueHelp: true,
  },
  'full-value-help': {
    name: 'full-value-help',
    retrieval: 'grounded',
    process: true,
    validation: true,
    valueHelp: false,
  },
} as const satisfies Readonly<Record<string, Condition>>;

/** Name of a condition of the evaluation. */
export type ConditionName = keyof typeof CONDITIONS;

/** Rules of the check that know code lists. */
const CODE_RULES: ReadonlySet<string> = new Set(['invalid-code', 'dependent-value']);

/** Whether findings of a rule count under a condition; without validation none does, without value help none that tells codes. */
export function countsRule(condition: Condition, rule: string): boolean {
  return condition.validation && (condition.valueHelp || !CODE_RULES.has(rule));
}
