import type { Finding } from '../../base/index.ts';
import { type ClassAudit, compareFacts, type Graph, inventory } from '../../graph/index.ts';
import type { Landscape } from '../landscape/index.ts';
import { recountLandscape } from './recount-landscape.ts';

/** The audit of a landscape: a row for each class of element, and what is missing, too much or different. */
export interface LandscapeAudit {
  classes: Record<string, ClassAudit>;
  findings: Finding[];
}

/** Compares a graph with an independent count of the sources that it was read from. */
export async function auditLandscape({
  landscape,
  graph,
}: {
  landscape: Landscape;
  graph: Graph;
}): Promise<LandscapeAudit> {
  return compareFacts(await recountLandscape(landscape), inventory(graph));
}
