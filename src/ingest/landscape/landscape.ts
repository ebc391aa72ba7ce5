import type { ServiceDescription } from '../service-description.ts';
import type { SourceFile } from './source-files.ts';

/** A service of a landscape with the files that describe it. */
export interface LandscapeService extends ServiceDescription {
  metadata: SourceFile;
  annotations: readonly SourceFile[];
}

/** What landscape.yaml says, every glob resolved to files. */
export interface Landscape {
  /** Absolute path of the folder. */
  folder: string;
  name: string;
  description?: string;
  services: readonly LandscapeService[];
  processes: readonly SourceFile[];
  bindings: readonly SourceFile[];
  valueHelp: readonly SourceFile[];
  vocabulary: readonly SourceFile[];
  effects: readonly SourceFile[];
  policies: readonly SourceFile[];
  library: readonly SourceFile[];
}
