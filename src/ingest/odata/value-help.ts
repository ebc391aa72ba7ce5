import { type EdgeAttributes, edge, node, type ValueHelpAttributes } from '../../graph/index.ts';
import {
  type Annotation,
  boolOf,
  constantOf,
  enumMembersOf,
  propertyValue,
  recordsOf,
  stringOf,
} from './annotation.ts';
import { type CsdlElement, childOf, childrenOf } from './element.ts';
import type { EnumType, Model, Property } from './model.ts';
import { sapAttribute } from './sap-attributes.ts';
import { TermReader } from './term-reader.ts';
import { readValueList } from './value-list.ts';

/** Codes that one document may repeat over all its properties; a hostile one could multiply them without end. */
const maximumCodes = 2_000_000;

const codesDrawn = new WeakMap<Model, number>();
const codesOf = new WeakMap<NonNullable<ValueHelpAttributes['values']>, readonly string[]>();

/** Draws the allowed values of properties: value lists in their three forms, members of enumerations, validated values. */
export function readValueHelps(model: Model): void {
  for (const type of model.types.values()) {
    if (type.kind !== 'entity' && type.kind !== 'complex') continue;
    for (const property of type.properties.values()) {
      if (property.type?.kind === 'enum') drawEnum(model, property, property.type);
      const lent = property.type?.kind === 'definition' ? property.type.annotations : undefined;
      const marked = sapAttribute(property.element.sap, 'value-list');
      if (lent === undefined && property.annotations === undefined && marked === undefined) continue;
      const annotations = [...(lent ?? []), ...(property.annotations ?? [])];
      for (const annotation of annotations) {
        if (annotation.term === 'Validation.AllowedValues') drawAllowedValues(model, property, annotation);
      }
      drawValueList(model, property, annotations, marked);
    }
  }
}

const enumValues = new WeakMap<EnumType, NonNullable<ValueHelpAttributes['values']>>();

function drawEnum(model: Model, property: Property, type: EnumType): void {
  let values = enumValues.get(type);
  if (values === undefined) {
    const reader = TermReader.of(model.document.aliases, model.diagnostics);
    values = type.members
      .filter((member) => member.name !== '')
      .map(({ name, element }) => {
        const text = memberText(element, reader);
        return text === undefined ? { code: name } : { code: name, text };
      });
    enumValues.set(type, values);
  }
  draw(model, property, { origin: 'enum', fixed: true, resolved: true, values });
}

function memberText(element: CsdlElement, reader: TermReader): string | undefined {
  let text: string | undefined;
  for (const child of element.children) {
    const annotation = reader.read(child);
    if (annotation?.term === 'Common.Label' || annotation?.term === 'label') return stringOf(child)?.trim();
    if (annotation?.term === 'Core.Description') text = stringOf(child)?.trim();
  }
  return text;
}

const allowedValues = new WeakMap<CsdlElement, NonNullable<ValueHelpAttributes['values']>>();

function drawAllowedValues(model: Model, property: Property, { element, aliases }: Annotation): void {
  let values = allowedValues.get(element);
  if (values === undefined) {
    const reader = TermReader.of(aliases, model.diagnostics);
    values = recordsOf(element).flatMap((record) => {
      const value = propertyValue(record, 'Value');
      const code = value && (memberName(value) ?? constantOf(value));
      if (code === undefined) return [];
      const text = memberText(record, reader);
      return [text === undefined ? { code } : { code, text }];
    });
    allowedValues.set(element, values);
  }
  draw(model, property, { origin: 'validation', fixed: true, resolved: true, values });
}

function memberName(value: CsdlElement): string | undefined {
  const written = value.attributes.EnumMember ?? childOf(value, 'EnumMember')?.text;
  return written === undefined ? undefined : enumMembersOf(value)[0];
}

/** Value lists: `sap:value-list` (form 1), Common.ValueList (form 2), Common.ValueListReferences (form 3). */
function drawValueList(
  model: Model,
  property: Property,
  annotations: readonly Annotation[],
  marked: string | undefined,
): void {
  const lists: { help: ValueHelpAttributes; qualifier: string | undefined }[] = [];
  let fixed = marked === 'fixed-values';
  for (const annotation of annotations) {
    const { term, element, qualifier } = annotation;
    if (term === 'Common.ValueListWithFixedValues') fixed = boolOf(element) ?? fixed;
    else if (term === 'Common.ValueList' || term === 'Common.ValueListMapping') {
      for (const record of recordsOf(element)) {
        const help = readValueList(model, property, record, annotation);
        if (help !== undefined) lists.push({ help, qualifier });
      }
    } else if (term === 'Common.ValueListReferences') {
      for (const reference of referencesOf(element)) {
        lists.push({ help: { origin: 'annotation', resolved: false, reference }, qualifier });
        reportUnresolved(model, property, element, `is described at ${reference}, which is not read`);
      }
    }
  }
  if (lists.length === 0) {
    if (marked === undefined) return;
    lists.push({ help: { origin: 'annotation', resolved: false }, qualifier: undefined });
    reportUnresolved(
      model,
      property,
      property.element,
      `is announced (sap:value-list="${marked}"), but not in this file`,
    );
  }
  lists.sort((a, b) => Number(a.qualifier !== undefined) - Number(b.qualifier !== undefined));
  const names = new Set<string>();
  lists.forEach(({ help, qualifier }, index) => {
    let name = index === 0 ? '' : `#${qualifier ?? index + 1}`;
    if (names.has(name)) name = `#${index + 1}`;
    names.add(name);
    draw(model, property, { ...help, fixed }, name);
  });
}

function referencesOf(element: CsdlElement): string[] {
  const collection = childOf(element, 'Collection');
  const single = stringOf(element) ?? element.attributes.UrlRef ?? childOf(element, 'UrlRef')?.text;
  const written = collection
    ? [...childrenOf(collection, 'String'), ...childrenOf(collection, 'UrlRef')].map((child) => child.text)
    : [single ?? ''];
  return written.map((reference) => reference.trim()).filter((reference) => reference !== '');
}

function reportUnresolved(model: Model, property: Property, place: CsdlElement, what: string): void {
  model.diagnostics.info(
    'unresolved-value-list',
    place,
    `The value list of ${property.owner.qualified}/${property.attributes.name} ${what}.`,
    'That the property has value help is known, its codes are not; a value-help file of the landscape can give them.',
  );
}

function draw(model: Model, property: Property, help: ValueHelpAttributes, suffix = ''): void {
  const drawn = (codesDrawn.get(model) ?? 0) + (help.values?.length ?? 0);
  codesDrawn.set(model, drawn);
  if (drawn > maximumCodes) {
    const problem = `The allowed values of all properties together are over ${maximumCodes}.`;
    model.diagnostics.warning('too-many-codes', property.element, problem, 'The values of this property are left out.');
    return;
  }
  const id = `${property.id}@${help.origin}${suffix}`;
  const { resolved, fixed, entitySet, valueProperty, textProperty, reference, values } = help;
  const attributes: EdgeAttributes['HAS_VALUE_HELP'] = {};
  if (resolved !== undefined) attributes.resolved = resolved;
  if (fixed !== undefined) attributes.fixed = fixed;
  if (entitySet !== undefined) attributes.entitySet = entitySet;
  if (valueProperty !== undefined) attributes.valueProperty = valueProperty;
  if (textProperty !== undefined) attributes.textProperty = textProperty;
  if (reference !== undefined) attributes.reference = reference;
  if (values !== undefined) {
    const codes = codesOf.get(values) ?? values.map((value) => value.code);
    codesOf.set(values, codes);
    attributes.codes = codes;
  }
  model.patch.nodes.push(node('ValueHelp', id, help));
  model.patch.edges.push(
    edge('HAS_VALUE_HELP', { kind: 'Property', id: property.id }, { kind: 'ValueHelp', id }, attributes),
  );
}
