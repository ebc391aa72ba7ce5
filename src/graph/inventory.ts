import type { Fact, Inventory } from './compare-facts.ts';
import type { Graph } from './graph.ts';
import { metadataInventory } from './inventory-metadata.ts';
import { processInventory } from './inventory-process.ts';
import { valueHelpInventory } from './inventory-value-help.ts';

/** What a graph holds, by the classes of the audit, each element with the facts that the audit compares. */
export function inventory(graph: Graph): Inventory {
  return new Map<string, readonly Fact[]>([
    ...metadataInventory(graph),
    ...valueHelpInventory(graph),
    ...processInventory(graph),
  ]);
}
