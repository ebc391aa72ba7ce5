import type { Graph } from '../../src/graph/index.ts';
import { matches, show } from './compare.ts';
import { asText, type Fields, onlyKeys } from './expectation.ts';

const describeKeys = ['target', 'keys', 'properties', 'navigation', 'parameters', 'body', 'required', 'maxBytes'];

/** Compares the grounded specification of a target with an entry of `describe`; one sentence per mismatch. */
export async function checkDescribe(entry: Fields, graph: Graph): Promise<string[]> {
  onlyKeys(entry, describeKeys, 'describe[]');
  const target = asText(entry.target, 'target');
  const { specify } = await import('../../src/api/index.ts');
  const specification = specify(graph, target) as unknown as Fields;
  const problems: string[] = [];
  for (const key of ['keys', 'properties', 'navigation', 'parameters', 'body', 'required']) {
    if (entry[key] === undefined) continue;
    const came = names(specification[key], entry[key]);
    if (!matches(entry[key], came, key)) {
      problems.push(`expected ${key} of ${target} to be ${show(entry[key])}, came ${show(came)}`);
    }
  }
  const bytes = Buffer.byteLength(JSON.stringify(specification));
  if (entry.maxBytes !== undefined && bytes > Number(entry.maxBytes)) {
    problems.push(`expected at most ${show(entry.maxBytes)} bytes for ${target}, came ${bytes}`);
  }
  return problems;
}

/** Where a case lists names, the names of what came; where it lists maps, what came. */
function names(came: unknown, expected: unknown): unknown {
  if (!Array.isArray(expected) || expected.some((item) => typeof item === 'object')) return came;
  const list = Array.isArray(came) ? came : came !== null && typeof came === 'object' ? Object.keys(came) : came;
  if (!Array.isArray(list)) return list;
  return list.map((item) => (item !== null && typeof item === 'object' ? (item as Fields).name : item));
}
