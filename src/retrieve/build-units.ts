import type { Graph, GraphNode } from '../graph/index.ts';
import { analyze, contentWords } from './analyze.ts';
import { processUnits } from './process-units.ts';
import { ServiceReading } from './service-reading.ts';
import { makeUnit, type Unit } from './unit.ts';
import type { Vocabulary } from './vocabulary.ts';
import { type NameWithLabel, WordBook } from './word-book.ts';

/**
 * The texts of retrieval for a graph: one unit per EntitySet and Operation, which a search can find, and one per Service, Process and Activity,
 * which lend them context. Order is that of the graph; the same graph and vocabulary give the same units.
 */
export function buildUnits(graph: Graph, vocabulary: Vocabulary): Unit[] {
  const wordBook = new WordBook(namesWithLabels(graph));
  const units: Unit[] = [];
  for (const service of graph.nodes('Service')) {
    units.push(serviceUnit(service, wordBook, vocabulary));
    units.push(...new ServiceReading(graph, service, wordBook, vocabulary).units());
  }
  units.push(...processUnits(graph, wordBook, vocabulary));
  return units;
}

function serviceUnit(service: GraphNode<'Service'>, wordBook: WordBook, vocabulary: Vocabulary): Unit {
  const { title, description, domain } = service.attributes;
  const label = title ?? wordBook.nameWords(service.id).join(' ');
  const titleTerms = analyze(label);
  const descriptionTerms = analyze(description ?? '');
  return makeUnit({
    id: service.id,
    kind: 'Service',
    service: service.id,
    label,
    text: [label, description, domain].filter((part) => part !== undefined).join('. '),
    fields: {
      title: titleTerms.join(' '),
      description: descriptionTerms.join(' '),
      titleConcepts: vocabulary.conceptTerms(titleTerms).join(' '),
      concepts: vocabulary.conceptTerms(descriptionTerms).join(' '),
      words: contentWords(`${label} ${description ?? ''}`).join(' '),
      phrases: contentWords(
        vocabulary
          .match(titleTerms)
          .flatMap(({ concept }) => vocabulary.entries[concept]?.phrases ?? [])
          .join(' '),
      ).join(' '),
    },
    attributes: {},
  });
}

function* namesWithLabels(graph: Graph): Generator<NameWithLabel> {
  for (const { attributes } of graph.nodes('Property')) {
    if (attributes.label !== undefined) yield { name: attributes.name, label: attributes.label };
  }
  for (const { attributes } of graph.nodes('EntityType')) {
    if (attributes.label !== undefined) yield { name: attributes.name, label: attributes.label };
  }
  for (const { id, attributes } of graph.nodes('Service')) {
    if (attributes.title !== undefined) yield { name: id, label: attributes.title };
    if (attributes.description !== undefined) yield { name: '', label: attributes.description };
  }
}
