import type { Graph, GraphNode } from '../graph/index.ts';
import { analyze, contentWords, termOf } from './analyze.ts';
import { makeUnit, type Unit } from './unit.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { WordBook } from './word-book.ts';

/** One unit per Process and per Activity that says something: what people call the steps, and what lies behind them. */
export function* processUnits(graph: Graph, wordBook: WordBook, vocabulary: Vocabulary): Generator<Unit> {
  for (const process of graph.nodes('Process')) {
    const activities: GraphNode<'Activity'>[] = [];
    for (const { toKind, to } of graph.out('HAS_ACTIVITY', process)) {
      const activity = toKind === 'Activity' ? graph.node('Activity', to) : undefined;
      if (activity && (activity.attributes.name !== undefined || activity.attributes.description !== undefined))
        activities.push(activity);
    }
    yield processUnit(process, activities, vocabulary);
    for (const activity of activities) yield activityUnit(graph, process, activity, wordBook, vocabulary);
  }
}

function processUnit(
  process: GraphNode<'Process'>,
  activities: readonly GraphNode<'Activity'>[],
  vocabulary: Vocabulary,
): Unit {
  const { name, description } = process.attributes;
  const nameTerms = analyze(name ?? process.id);
  const descriptionTerms = analyze(description ?? '');
  return makeUnit({
    id: process.id,
    kind: 'Process',
    service: '',
    label: name ?? process.id,
    text: [
      name ?? process.id,
      description,
      activities
        .map((activity) => activity.attributes.name)
        .filter(Boolean)
        .join(', '),
    ]
      .filter(Boolean)
      .join('. '),
    fields: {
      name: nameTerms.join(' '),
      documentation: descriptionTerms.join(' '),
      words: contentWords(`${name ?? process.id} ${description ?? ''}`).join(' '),
      concepts: [...vocabulary.conceptTerms(nameTerms), ...vocabulary.conceptTerms(descriptionTerms)].join(' '),
    },
    attributes: {},
  });
}

function activityUnit(
  graph: Graph,
  process: GraphNode<'Process'>,
  activity: GraphNode<'Activity'>,
  wordBook: WordBook,
  vocabulary: Vocabulary,
): Unit {
  const { name, description } = activity.attributes;
  const nameTerms = analyze(name ?? '');
  const documentationTerms = analyze(description ?? '');
  const behind = graph.out('INVOKES', activity).flatMap(({ toKind, to }) => {
    const label =
      toKind === 'EntitySet'
        ? graph.node('EntitySet', to)?.attributes.name
        : graph.node('Operation', to)?.attributes.name;
    const [exposed] = graph.in('EXPOSES', { kind: toKind, id: to });
    const service = exposed && graph.node('Service', exposed.from);
    const title = service?.attributes.title ?? (service && wordBook.nameWords(service.id).join(' '));
    return [label === undefined ? '' : wordBook.nameWords(label).join(' '), title ?? ''];
  });
  const behindTerms = behind.flatMap((text) => analyze(text));
  return makeUnit({
    id: activity.id,
    kind: 'Activity',
    service: '',
    label: name ?? activity.id,
    text: [name, description, process.attributes.name].filter(Boolean).join('. '),
    fields: {
      name: nameTerms.join(' '),
      documentation: documentationTerms.join(' '),
      behind: [...new Set(behindTerms)].map(termOf).join(' '),
      concepts: [
        ...new Set([...vocabulary.conceptTerms(nameTerms), ...vocabulary.conceptTerms(documentationTerms)]),
      ].join(' '),
      words: contentWords(`${name ?? ''} ${description ?? ''}`).join(' '),
      behindConcepts: [...new Set(behind.flatMap((text) => vocabulary.conceptTerms(analyze(text))))].join(' '),
    },
    attributes: {},
  });
}
