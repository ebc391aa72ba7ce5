import type { Annotation } from './annotation.ts';
import { AnnotationTargets } from './annotation-targets.ts';
import { applyToContainer, applyToSet } from './capabilities.ts';
import type { CsdlDocument } from './document.ts';
import { type CsdlElement, childrenOf } from './element.ts';
import {
  applyToNavigation,
  applyToOperation,
  applyToParameter,
  applyToProperty,
  applyToService,
  applyToType,
} from './member-terms.ts';
import type { Model } from './model.ts';
import { TermReader } from './term-reader.ts';

/** Gathers the annotations of the documents, inline and by target, and applies them to what they describe; later ones win. */
export function applyAnnotations(model: Model, documents: readonly CsdlDocument[]): void {
  const [main, ...extra] = documents;
  if (main === undefined) return;
  gatherInline(model, TermReader.of(main.aliases, model.diagnostics));
  const targets = new AnnotationTargets(model);
  for (const document of documents) {
    const reader = TermReader.of(document.aliases, model.diagnostics);
    let elsewhere: CsdlElement | undefined;
    let count = 0;
    for (const schema of document.schemas) {
      for (const group of childrenOf(schema, 'Annotations')) {
        const annotations = annotationsIn(group, reader, group.attributes.Qualifier);
        const outcome = targets.attach(document, group, annotations);
        if (outcome !== 'elsewhere') continue;
        elsewhere ??= group;
        count++;
      }
    }
    if (elsewhere !== undefined) reportElsewhere(model, elsewhere, count, extra.includes(document));
  }
  apply(model);
}

function reportElsewhere(model: Model, first: CsdlElement, count: number, separate: boolean): void {
  model.diagnostics.info(
    'annotations-for-other-documents',
    first,
    `${count} annotation groups, this one first (${first.attributes.Target ?? 'no target'}), describe elements of other documents.`,
    separate
      ? 'They are not applied; check that this annotation file belongs to the service.'
      : 'They are not applied here; name this file under "annotations" of the service that it describes.',
  );
}

function annotationsIn(element: CsdlElement, reader: TermReader, qualifier?: string): Annotation[] {
  const found: Annotation[] = [];
  for (const child of element.children) {
    if (child.name !== 'Annotation' && child.name !== 'ValueAnnotation') continue;
    const annotation = reader.read(child, qualifier);
    if (annotation) found.push(annotation);
  }
  return found;
}

function gatherInline(model: Model, reader: TermReader): void {
  eachAnnotated(model, (one) => {
    if (one.element.children.length === 0) return;
    const found = annotationsIn(one.element, reader);
    if (found.length > 0) one.annotations = found;
  });
}

/** Calls back with everything that annotations can apply to. */
function eachAnnotated(
  model: Model,
  visit: (one: { readonly element: CsdlElement; annotations: Annotation[] | undefined }) => void,
): void {
  for (const type of model.types.values()) {
    visit(type);
    if (type.kind !== 'entity' && type.kind !== 'complex') continue;
    for (const property of type.properties.values()) visit(property);
    for (const navigation of type.navigations.values()) visit(navigation);
  }
  for (const container of model.containers.values()) {
    visit(container);
    for (const set of container.sets.values()) visit(set);
  }
  for (const operation of model.operations) {
    visit(operation);
    for (const parameter of operation.parameters) visit(parameter);
  }
}

/** Terms of which each qualifier says something of its own: several value lists for one property. */
const manifold = new Set(['Common.ValueList', 'Common.ValueListMapping', 'Common.ValueListReferences']);

/** A qualifier marks an alternative for some purpose, so a qualified annotation only counts where no unqualified one says anything. */
function keepUnqualified(one: { annotations: Annotation[] | undefined }): void {
  const { annotations } = one;
  if (!annotations?.some(({ qualifier, term }) => qualifier !== undefined && !manifold.has(term))) return;
  const plain = new Set(annotations.filter(({ qualifier }) => qualifier === undefined).map(({ term }) => term));
  one.annotations = annotations.filter(
    ({ qualifier, term }) => qualifier === undefined || manifold.has(term) || !plain.has(term),
  );
}

function apply(model: Model): void {
  eachAnnotated(model, keepUnqualified);
  for (const type of model.types.values()) if (type.kind === 'definition') keepLastPerTerm(type);
  for (const type of model.types.values()) {
    if (type.kind !== 'entity' && type.kind !== 'complex') continue;
    applyToType(type);
    for (const property of type.properties.values()) applyToProperty(property);
    for (const navigation of type.navigations.values()) applyToNavigation(navigation);
  }
  for (const container of model.containers.values()) {
    applyToService(model, container);
    keepLastPerTerm(container);
    for (const set of container.sets.values()) {
      applyToContainer(set, container);
      applyToSet(model, set);
    }
  }
  for (const operation of model.operations) {
    applyToOperation(operation);
    for (const parameter of operation.parameters) applyToParameter(parameter);
  }
}

/** What is said about many things at once is applied to each of them, so what a later annotation replaces is left out before. */
function keepLastPerTerm(one: { annotations: Annotation[] | undefined }): void {
  if (one.annotations === undefined) return;
  one.annotations = [...new Map(one.annotations.map((annotation) => [annotation.term, annotation])).values()];
}
