import type { Finding } from '../../base/index.ts';
import type { Graph } from '../../graph/index.ts';

/** Reports call activities that call a process nobody has (info), and each circle of processes that call one another (warning). */
export function checkCalls(graph: Graph): Finding[] {
  const findings: Finding[] = [];
  const calls = new Map<string, string[]>();
  for (const activity of graph.nodes('Activity')) {
    const called = activity.attributes.calledElement;
    if (called === undefined) continue;
    const caller = activity.id.slice(0, activity.id.indexOf('/'));
    const path = graph.node('Process', caller)?.attributes.file ?? caller;
    const target = [called, called.slice(called.indexOf(':') + 1)].find((id) => graph.node('Process', id));
    if (target === undefined) {
      findings.push({
        rule: 'missing-process',
        severity: 'info',
        path,
        message: `${activity.id} calls ${called}, which is no process of this landscape.`,
        effect: 'The call is kept as a step; what it does inside is not known.',
      });
    } else {
      calls.set(caller, [...(calls.get(caller) ?? []), target]);
    }
  }
  return [...findings, ...circles(calls).map((circle) => cyclic(circle, graph))];
}

/** One circle for each group of processes that call one another, found by depth-first search without recursion. */
function circles(calls: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const finished = new Set<string>();
  for (const start of calls.keys()) {
    const path: { process: string; next: number }[] = finished.has(start) ? [] : [{ process: start, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const called = calls.get(top.process)?.[top.next++];
      if (called === undefined) {
        finished.add(top.process);
        path.pop();
        continue;
      }
      const from = path.findIndex(({ process }) => process === called);
      if (from >= 0) found.push(path.slice(from).map(({ process }) => process));
      else if (!finished.has(called)) path.push({ process: called, next: 0 });
    }
  }
  return found;
}

function cyclic(circle: readonly string[], graph: Graph): Finding {
  const [first = ''] = circle;
  return {
    rule: 'cyclic-call',
    severity: 'warning',
    path: graph.node('Process', first)?.attributes.file ?? first,
    message: `Processes call one another in a circle: ${[...circle, first].join(' calls ')}.`,
    effect: 'All are kept; a called process is never unfolded into its caller.',
  };
}
