import { join } from 'node:path';
import { addBpmnTexts } from './corpus/bpmn.ts';
import { Corpus } from './corpus/corpus.ts';
import { addDocumentTexts } from './corpus/docs.ts';
import { addODataTexts } from './corpus/odata.ts';
import { addOpenApiTexts } from './corpus/openapi.ts';
import { addVocabularyTexts, type Concept } from './corpus/vocabulary.ts';
import { addWordNetTexts } from './corpus/wordnet.ts';

/** The whole training corpus from the folder of shared data, WordNet and the business vocabulary; never a question or task. */
export function collect(data: string, vocabulary: readonly Concept[]): Corpus {
  const corpus = new Corpus();
  addVocabularyTexts(corpus, vocabulary);
  addODataTexts(corpus, join(data, 'odata'));
  addBpmnTexts(corpus, join(data, 'bpmn'));
  addOpenApiTexts(corpus, join(data, 'openapi'));
  addDocumentTexts(corpus, join(data, 'docs'), 15_000);
  addWordNetTexts(corpus);
  return corpus;
}
