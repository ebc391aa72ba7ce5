import type { Finding } from '../base/index.ts';

/**
 * A call without the values that findings object to; undefined where that would not help: nothing to take away, or something is missing.
 * The planner never puts another value in the place of a refused one.
 */
export function repair(
  call: Readonly<Record<string, unknown>>,
  findings: readonly Finding[],
): Record<string, unknown> | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const copy = structuredClone(call) as Record<string, unknown>;
  let changed = false;
  for (const { rule, path } of errors) {
    if (rule === 'missing-required' || rule === 'missing-key' || rule === 'missing-parameter') return undefined;
    changed = remove(copy, path.split('/').slice(1)) || changed;
  }
  return changed ? copy : undefined;
}

function remove(root: Record<string, unknown>, path: readonly string[]): boolean {
  if (path.length < 2 || (path[0] !== 'payload' && path[0] !== 'parameters')) return false;
  let parent: unknown = root;
  for (const name of path.slice(0, -1)) {
    if (typeof parent !== 'object' || parent === null) return false;
    parent = (parent as Readonly<Record<string, unknown>>)[name];
  }
  const last = path.at(-1) ?? '';
  if (typeof parent !== 'object' || parent === null || Array.isArray(parent) || !Object.hasOwn(parent, last))
    return false;
  delete (parent as Record<string, unknown>)[last];
  return true;
}
