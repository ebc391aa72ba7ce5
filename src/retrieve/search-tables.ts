import type { ConceptData } from './concept-index.ts';
import type { JoinedData } from './joined-embedder.ts';
import type { ProcessFitData } from './process-fit.ts';
import type { ProcessMapData } from './process-map.ts';
import type { SoftData } from './soft-index.ts';
import type { UnitFeaturesData } from './unit-features.ts';
import type { WordData } from './word-similarity.ts';

/**
 * Everything that a search computes with, vectors of units apart: made once when a landscape is indexed and kept beside the units. Terms and
 * words stand in the tables as numbers; nothing but typed arrays and JSON, so that it can be kept and opened without computing anything again.
 */
export interface SearchTables {
  /** What similar words were found with; the same must read the requests. */
  readonly wordEmbedder: { readonly name: string; readonly revision: string };
  /** There where another embedder made the vectors of the units. */
  readonly joined?: JoinedData;
  /** The index terms by number. */
  readonly terms: readonly string[];
  readonly concepts: ConceptData;
  readonly conceptWords: SoftData;
  readonly conceptNorms: Float32Array;
  readonly words: WordData;
  /** Places of the searched units, the processes and the activities of the map among all units, for their vectors. */
  readonly places: { readonly units: Uint32Array; readonly processes: Uint32Array; readonly activities: Uint32Array };
  readonly features: UnitFeaturesData;
  readonly processes: ProcessMapData;
  readonly fit: ProcessFitData;
  /** The units that each unit navigates to. */
  readonly navigation: readonly (readonly number[])[];
}
