import type { Finding } from '../base/index.ts';
import type { GraphPatch } from '../graph/index.ts';

/** What reading one source gave. `refused`: nothing was loaded and an error finding says why. */
export interface Reading {
  patch: GraphPatch;
  findings: Finding[];
  refused: boolean;
}
