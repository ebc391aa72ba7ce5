import type { Finding } from '../base/index.ts';

/**
 * A call without the values that findings object to; undefined where that would not help, as where something is required that nobody
 * said. The planner never puts another value in the place of a refused one.
 */
export function repair(
  call: Readonly<Record<string, unknown>>,
  findings: readonly Finding[],
): Record<string, unknown> | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const copy = structuredClone(call) as Record<string, unknown>;
  let changed = false;
  for (const { rule, path } of errors) {
    if (/^missing-(key|parameter|required)$/.test(rule)) return undefined;
    const steps = path.split('/').slice(1);
    changed = remove(copy, steps) || changed;
  }
  return changed ? copy : undefined;
}

function remove(root: Record<string, unknown>, path: readonly string[]): boolean {
  const parent = parentOf(root, path);
  const last = path.at(-1) ?? '';
  if (parent === undefined || !Object.hasOwn(parent, last)) return false;
  delete parent[last];
  return true;
}

function parentOf(root: Record<string, unknown>, path: readonly string[]): Record<string, unknown> | undefined {
  if (path.length < 2 || (path[0] !== 'payload' && path[0] !== 'parameters')) return undefined;
  let parent: unknown = root;
  for (const name of path.slice(0, -1)) {
    if (typeof parent !== 'object' || parent === null) return undefined;
    parent = (parent as Readonly<Record<string, unknown>>)[name];
  }
  if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return undefined;
  return parent as Record<string, unknown>;
}
