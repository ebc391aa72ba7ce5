import type { OperationParameter, PropertyAttributes } from '../../graph/index.ts';
import {
  type Annotation,
  boolOf,
  constantOf,
  enumMembersOf,
  pathOf,
  propertyValue,
  recordsOf,
  stringOf,
} from './annotation.ts';
import type { Container, Model, Navigation, Operation, Parameter, Property, StructuredType } from './model.ts';

/** Label and description from annotations; a Description says more than a QuickInfo, and either wins over a LongDescription. */
export function bestText(target: { label?: string; description?: string }, { term, element }: Annotation): void {
  if (!['Common.Label', 'label', 'Core.Description', 'Common.QuickInfo', 'Core.LongDescription'].includes(term)) return;
  const text = stringOf(element)?.trim();
  if (!text) return;
  if (term === 'Common.Label' || term === 'label') target.label = text;
  else if (term === 'Core.Description') target.description = text;
  else target.description ??= text;
}

/** What the service says about itself stands on its container or nowhere; the landscape's own words win. */
export function applyToService(model: Model, container: Container): void {
  const said: { label?: string; description?: string } = {};
  for (const annotation of container.annotations ?? []) bestText(said, annotation);
  if (said.label !== undefined) model.serviceAttributes.title ??= said.label;
  if (said.description !== undefined) model.serviceAttributes.description ??= said.description;
}

export function applyToType(type: StructuredType): void {
  for (const annotation of type.annotations ?? []) {
    bestText(type.attributes, annotation);
    if (annotation.term !== 'UI.HeaderInfo') continue;
    const name = propertyValue(recordsOf(annotation.element)[0], 'TypeName');
    const label = name && stringOf(name);
    // Texts in braces are keys of a translation file.
    if (label && !/^\{.*\}$/.test(label)) type.attributes.label ??= label;
  }
}

export function applyToNavigation(navigation: Navigation): void {
  for (const annotation of navigation.annotations ?? []) bestText(navigation.attributes, annotation);
}

export function applyToOperation(operation: Operation): void {
  for (const annotation of operation.annotations ?? []) {
    bestText(operation.attributes, annotation);
    if (annotation.term !== 'Core.OperationAvailable') continue;
    const path = pathOf(annotation.element);
    if (path !== undefined) operation.attributes.applicablePath = path;
  }
}

export function applyToParameter({ attributes, annotations }: Parameter): void {
  for (const annotation of annotations ?? []) {
    bestText(attributes, annotation);
    if (annotation.term === 'Core.OptionalParameter') makeOptional(attributes, annotation);
    else if (annotation.term === 'Common.FieldControl') {
      const control = fieldControl(annotation);
      if (control === 'Mandatory') attributes.required = true;
      else if (control === 'Optional') attributes.required = false;
    }
  }
}

function makeOptional(attributes: OperationParameter, { element }: Annotation): void {
  if (boolOf(element) === false) return;
  attributes.optional = true;
  attributes.required = false;
  const fallback = propertyValue(recordsOf(element)[0], 'DefaultValue');
  const value = fallback && constantOf(fallback);
  if (value !== undefined) attributes.defaultValue = value;
}

/** Applies what annotations say about a property; value lists are read apart. */
export function applyToProperty({ attributes, annotations, type }: Property): void {
  if (annotations === undefined && type?.annotations === undefined) return;
  if (type?.kind === 'definition') for (const annotation of type.annotations ?? []) applyTerm(attributes, annotation);
  for (const annotation of annotations ?? []) applyTerm(attributes, annotation);
  closeToWriting(attributes);
}

/** What the system computes, or only lets be read, no create and no update may carry, unless `sap:` attributes say otherwise. */
function closeToWriting(attributes: PropertyAttributes): void {
  const closed = attributes.computed === true || attributes.readOnly === true;
  if (closed) attributes.creatable ??= false;
  if (closed || attributes.immutable === true) attributes.updatable ??= false;
}

function applyTerm(attributes: PropertyAttributes, annotation: Annotation): void {
  const { term, element, aliases } = annotation;
  switch (term) {
    case 'Core.Computed':
      setFlag(attributes, 'computed', annotation);
      break;
    case 'Core.ComputedDefaultValue':
      setFlag(attributes, 'computedDefault', annotation);
      break;
    case 'Core.Immutable':
      setFlag(attributes, 'immutable', annotation);
      break;
    case 'UI.Hidden':
      setFlag(attributes, 'hidden', annotation);
      break;
    case 'Core.Permissions': {
      const members = enumMembersOf(element);
      if (members.length > 0) attributes.readOnly = members.every((member) => member === 'Read' || member === 'None');
      break;
    }
    case 'Common.FieldControl':
      applyFieldControl(attributes, fieldControl(annotation));
      break;
    case 'Common.Text':
      setPath(attributes, 'text', annotation);
      break;
    case 'Measures.Unit':
    case 'Measures.ISOCurrency':
      setPath(attributes, 'unit', annotation);
      break;
    case 'Common.IsUnit':
      if (boolOf(element)) attributes.semantics = 'unit-of-measure';
      break;
    case 'Common.IsCurrency':
      if (boolOf(element)) attributes.semantics = 'currency-code';
      break;
    case 'Common.IsUpperCase':
      if (boolOf(element)) attributes.displayFormat = 'UpperCase';
      break;
    case 'Common.IsDigitSequence':
      if (boolOf(element)) attributes.displayFormat = 'NonNegative';
      break;
    case 'Validation.Pattern': {
      const pattern = stringOf(element);
      if (pattern !== undefined) attributes.pattern = pattern;
      break;
    }
    case 'Validation.Minimum':
    case 'Validation.Maximum': {
      const bound = constantOf(element);
      if (bound !== undefined) attributes[term === 'Validation.Minimum' ? 'minimum' : 'maximum'] = numberOr(bound);
      break;
    }
    default:
      bestText(attributes, { term, element, aliases, qualifier: undefined });
  }
}

function setFlag(
  attributes: PropertyAttributes,
  key: 'computed' | 'computedDefault' | 'immutable' | 'hidden',
  { element }: Annotation,
): void {
  const value = boolOf(element);
  if (value !== undefined) attributes[key] = value;
}

function setPath(attributes: PropertyAttributes, key: 'text' | 'unit', { element }: Annotation): void {
  const path = pathOf(element);
  if (path !== undefined) attributes[key] = path;
}

/** The member of a constant FieldControl, also where it is written as its number. */
function fieldControl({ element }: Annotation): string | undefined {
  const [member] = enumMembersOf(element);
  if (member !== undefined) return member;
  const numbers: Readonly<Record<string, string>> = {
    '7': 'Mandatory',
    '3': 'Optional',
    '1': 'ReadOnly',
    '0': 'Hidden',
  };
  return numbers[constantOf(element) ?? ''];
}

function applyFieldControl(attributes: PropertyAttributes, control: string | undefined): void {
  if (control === 'Mandatory') attributes.required = true;
  else if (control === 'Optional') attributes.required = false;
  else if (control === 'ReadOnly' || control === 'Inapplicable') attributes.readOnly = true;
  else if (control === 'Hidden') attributes.hidden = true;
}

/** A bound as number where a number holds it exactly, else as it is written. */
function numberOr(written: string): number | string {
  const value = Number(written);
  return written !== '' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : written;
}
