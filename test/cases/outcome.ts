/** How a case went: the mismatches (none: it passed), or why it could not be run. */
export type Outcome = { readonly problems: readonly string[] } | { readonly skipped: string };
