import administration from './vocabulary/administration.json' with { type: 'json' };
import assets from './vocabulary/assets.json' with { type: 'json' };
import controlling from './vocabulary/controlling.json' with { type: 'json' };
import crm from './vocabulary/crm.json' with { type: 'json' };
import documentParts from './vocabulary/document-parts.json' with { type: 'json' };
import finance from './vocabulary/finance.json' with { type: 'json' };
import logistics from './vocabulary/logistics.json' with { type: 'json' };
import maintenance from './vocabulary/maintenance.json' with { type: 'json' };
import manufacturing from './vocabulary/manufacturing.json' with { type: 'json' };
import masterData from './vocabulary/master-data.json' with { type: 'json' };
import people from './vocabulary/people.json' with { type: 'json' };
import procurement from './vocabulary/procurement.json' with { type: 'json' };
import projects from './vocabulary/projects.json' with { type: 'json' };
import quality from './vocabulary/quality.json' with { type: 'json' };
import quantities from './vocabulary/quantities.json' with { type: 'json' };
import receivablesPayables from './vocabulary/receivables-payables.json' with { type: 'json' };
import sales from './vocabulary/sales.json' with { type: 'json' };
import service from './vocabulary/service.json' with { type: 'json' };
import sustainability from './vocabulary/sustainability.json' with { type: 'json' };
import treasury from './vocabulary/treasury.json' with { type: 'json' };
import verbs from './vocabulary/verbs.json' with { type: 'json' };
import { Vocabulary, type VocabularyEntry } from './vocabulary.ts';

const shipped: readonly VocabularyEntry[] = [
  ...procurement,
  ...logistics,
  ...sales,
  ...manufacturing,
  ...quality,
  ...maintenance,
  ...service,
  ...projects,
  ...finance,
  ...receivablesPayables,
  ...controlling,
  ...assets,
  ...treasury,
  ...masterData,
  ...people,
  ...crm,
  ...administration,
  ...sustainability,
  ...quantities,
  ...documentParts,
  ...verbs,
];

/** The shipped business vocabulary with a landscape's own words, which extend a shipped concept of the same name. */
export function createVocabulary(own: readonly VocabularyEntry[] = []): Vocabulary {
  return new Vocabulary([...shipped, ...own]);
}
