import type { OperationParameter } from '../../graph/index.ts';
import { words } from '../nearest-names.ts';
import type { CatalogOperation, CatalogService, CatalogSet } from './catalog.ts';
import type { ActionSpec, ParameterSpec, PropertySpec, ValueHelpSpec } from './operation-spec.ts';
import type { StructuredType, TypedProperty } from './structured-type.ts';
import type { ValueHelp } from './value-help.ts';

/** Values shown inside a specification; longer lists are searched. */
export const INLINE_VALUES = 50;

const MAX_COMPLEX_DEPTH = 4;

/** Describes the properties of a type; `set` adds the restrictions of an EntitySet. */
export function describeProperties(
  service: CatalogService,
  type: StructuredType,
  set?: CatalogSet,
  depth = 0,
): PropertySpec[] {
  return [...type.properties.values()].map((property) => describeProperty(service, property, set, depth));
}

/** Describes one property, with the restrictions of its set. */
export function describeProperty(
  service: CatalogService,
  property: TypedProperty,
  set: CatalogSet | undefined,
  depth = 0,
): PropertySpec {
  const { name, attributes, valueHelp } = property;
  const createRefusal = set === undefined ? property.createRefusal : set.createRefusals.get(name);
  const updateRefusal = set === undefined ? property.updateRefusal : set.updateRefusals.get(name);
  const spec: PropertySpec = {
    name,
    type: attributes.type,
    label: attributes.label ?? words(name).join(' '),
    nullable: property.nullable,
    required: set === undefined ? property.required : set.required.includes(property),
    creatable: createRefusal === undefined,
    updatable: updateRefusal === undefined,
  };
  if (property.key) spec.key = true;
  if (attributes.collection === true) spec.collection = true;
  if (attributes.computed === true) spec.computed = true;
  if (attributes.immutable === true) spec.immutable = true;
  if (set !== undefined && !isFilterable(set, property)) spec.filterable = false;
  if (set !== undefined && !isSortable(set, property)) spec.sortable = false;
  for (const facet of [
    'maxLength',
    'precision',
    'scale',
    'description',
    'defaultValue',
    'semantics',
    'unit',
    'text',
  ] as const) {
    const value = attributes[facet];
    if (value !== undefined) Object.assign(spec, { [facet]: value });
  }
  if (valueHelp !== undefined) spec.valueHelp = describeValueHelp(valueHelp);
  const complex = property.complexId === undefined ? undefined : service.type(property.complexId);
  if (complex !== undefined && depth < MAX_COMPLEX_DEPTH)
    spec.members = describeProperties(service, complex, undefined, depth + 1);
  return spec;
}

/** Whether a filter on the set may name the property. */
export function isFilterable({ attributes }: CatalogSet, property: TypedProperty): boolean {
  if (property.attributes.filterable === false || property.attributes.type === 'Edm.Stream') return false;
  return attributes.nonFilterableProperties?.includes(property.name) !== true;
}

/** Whether an order of the set may name the property. */
export function isSortable({ attributes }: CatalogSet, property: TypedProperty): boolean {
  if (property.attributes.sortable === false || property.attributes.type === 'Edm.Stream') return false;
  if (property.attributes.collection === true) return false;
  return attributes.nonSortableProperties?.includes(property.name) !== true;
}

function describeValueHelp(valueHelp: ValueHelp): ValueHelpSpec {
  const { values, entitySet, valueProperty, textProperty, reference, parameters } = valueHelp;
  const dependsOn = parameters.flatMap(({ direction, local }) =>
    direction === 'In' && local !== undefined ? [local] : [],
  );
  return {
    fixed: valueHelp.closed,
    count: values.length,
    ...(values.length > 0 && values.length <= INLINE_VALUES && { values: [...values] }),
    ...(entitySet !== undefined && { entitySet }),
    ...(valueProperty !== undefined && { valueProperty }),
    ...(textProperty !== undefined && { textProperty }),
    ...(reference !== undefined && { reference }),
    ...(dependsOn.length > 0 && { dependsOn }),
  };
}

/** Describes an action or function; a parameter shows the value list of the property of its name on the set. */
export function describeOperation(service: CatalogService, operation: CatalogOperation, set?: CatalogSet): ActionSpec {
  const { attributes } = operation;
  const returns = attributes.returnType;
  return {
    id: operation.id,
    name: attributes.name,
    label: attributes.label ?? words(attributes.name).join(' '),
    operationType: attributes.operationType,
    on: operation.on,
    parameters: attributes.parameters.map((parameter) => describeParameter(service, parameter, operation, set)),
    ...(returns !== undefined && {
      returns: attributes.returnCollection === true ? `Collection(${returns})` : returns,
    }),
  };
}

function describeParameter(
  service: CatalogService,
  parameter: OperationParameter,
  operation: CatalogOperation,
  set: CatalogSet | undefined,
): ParameterSpec {
  const { name, type, collection, label, nullable } = parameter;
  const spec: ParameterSpec = {
    name,
    label: label ?? words(name).join(' '),
    required: operation.required.includes(name),
    nullable: nullable !== false,
  };
  if (type !== undefined) spec.type = type;
  if (parameter.in !== undefined) spec.in = parameter.in;
  if (collection === true) spec.collection = true;
  for (const facet of ['maxLength', 'precision', 'scale', 'description', 'defaultValue'] as const) {
    const value = parameter[facet];
    if (value !== undefined) Object.assign(spec, { [facet]: value });
  }
  const valueHelp = set?.type.properties.get(name)?.valueHelp;
  if (valueHelp !== undefined) spec.valueHelp = describeValueHelp(valueHelp);
  const complex = type === undefined ? undefined : service.typeNamed(type);
  if (complex !== undefined) spec.members = describeProperties(service, complex, undefined, 1);
  return spec;
}
