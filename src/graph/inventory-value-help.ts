import type { Fact } from './compare-facts.ts';
import type { Graph } from './graph.ts';

/** The classes of value lists that stand in files of the landscape. */
export function valueHelpInventory(graph: Graph): [string, Fact[]][] {
  const lists: Fact[] = [];
  const values: Fact[] = [];
  const services = new Set<string>();
  for (const edge of graph.edges('HAS_VALUE_HELP')) {
    const attributes = graph.node('ValueHelp', edge.to)?.attributes;
    if (attributes?.origin !== 'file') continue;
    services.add(edge.from.slice(0, edge.from.indexOf('#')));
    const codes = attributes.values ?? [];
    lists.push({ id: edge.from, facts: { fixed: attributes.fixed, codes: codes.map(({ code }) => code).join(' ') } });
    for (const { code, text } of codes) values.push({ id: `${edge.from} ${code}`, facts: { text } });
  }
  return [
    ['valueHelpLists', lists],
    ['valueHelpValues', values],
    ['valueHelpServices', [...services].map((id) => ({ id, facts: {} }))],
  ];
}
