import type { Finding } from '../base/index.ts';

/** What is known of one element: its id and what of it is compared; undefined and absent are the same. */
export interface Fact {
  readonly id: string;
  readonly facts: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** Elements by class, the classes in the order in which they are shown. */
export type Inventory = ReadonlyMap<string, readonly Fact[]>;

/**
 * How far the graph holds a class of the sources: `coverage` = found / source, `exactness` = found with every fact equal / graph.
 * Both are 1 where there is nothing to find.
 */
export interface ClassAudit {
  readonly source: number;
  readonly graph: number;
  readonly coverage: number;
  readonly exactness: number;
}

/** Findings of one class beyond this number are counted, not listed. */
const maxListed = 20;

/** Compares what the sources hold with what the graph holds, class by class; every class of either side has a row. */
export function compareFacts(
  source: Inventory,
  graph: Inventory,
): { classes: Record<string, ClassAudit>; findings: Finding[] } {
  const classes: Record<string, ClassAudit> = {};
  const findings: Finding[] = [];
  for (const name of new Set([...source.keys(), ...graph.keys()])) {
    const inSource = source.get(name) ?? [];
    const inGraph = graph.get(name) ?? [];
    const comparison = compareClass(name, inSource, inGraph);
    classes[name] = {
      source: inSource.length,
      graph: inGraph.length,
      coverage: share(comparison.found, inSource.length),
      exactness: share(comparison.exact, inGraph.length),
    };
    findings.push(...comparison.findings.slice(0, maxListed));
    const rest = comparison.findings.length - maxListed;
    if (rest > 0) findings.push({ ...problem(name, name, `${rest} more differences of this class are not listed.`) });
  }
  return { classes, findings };
}

/** An id that occurs twice in the sources has to occur twice in the graph. */
function compareClass(
  name: string,
  inSource: readonly Fact[],
  inGraph: readonly Fact[],
): { found: number; exact: number; findings: Finding[] } {
  const open = new Map<string, Fact[]>();
  for (const fact of inGraph) {
    const same = open.get(fact.id);
    if (same) same.push(fact);
    else open.set(fact.id, [fact]);
  }
  const findings: Finding[] = [];
  let found = 0;
  let exact = 0;
  for (const expected of inSource) {
    const candidates = open.get(expected.id) ?? [];
    const best = candidates.findIndex((candidate) => differences(expected, candidate).length === 0);
    const [match] = candidates.splice(Math.max(best, 0), 1);
    if (match === undefined) {
      findings.push(problem(name, expected.id, 'It stands in the sources and is not in the graph.'));
      continue;
    }
    found++;
    const different = differences(expected, match);
    if (different.length === 0) exact++;
    else findings.push(problem(name, expected.id, `The graph differs from the sources in ${different.join('; ')}.`));
  }
  for (const extra of [...open.values()].flat()) {
    findings.push(problem(name, extra.id, 'It is in the graph and does not stand in the sources.'));
  }
  return { found, exact, findings };
}

function differences(source: Fact, graph: Fact): string[] {
  const keys = new Set([...Object.keys(source.facts), ...Object.keys(graph.facts)]);
  return [...keys].flatMap((key) => {
    const [expected, actual] = [source.facts[key], graph.facts[key]];
    return expected === actual ? [] : `${key} (${String(actual)} instead of ${String(expected)})`;
  });
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function problem(name: string, path: string, message: string): Finding {
  return { rule: `audit-${name}`, severity: 'error', path, message };
}
