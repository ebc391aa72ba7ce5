import type { ValueHelpAttributes, ValueHelpParameter } from '../../graph/index.ts';
import { type Annotation, constantOf, pathOf, propertyValue, recordsOf, stringOf } from './annotation.ts';
import { findSet } from './containers.ts';
import type { CsdlElement } from './element.ts';
import type { EntitySet, Model, Property } from './model.ts';
import { findProperty } from './structured-types.ts';

/** Reads a ValueListType record; undefined where the collection it names does not exist, which is reported. */
export function readValueList(
  model: Model,
  property: Property,
  record: CsdlElement,
  annotation: Annotation,
): ValueHelpAttributes | undefined {
  const subject = `The value list of ${property.owner.qualified}/${property.attributes.name}`;
  const pathValue = propertyValue(record, 'CollectionPath');
  const path = pathValue && (stringOf(pathValue) ?? pathOf(pathValue))?.trim();
  const parameters = readParameters(propertyValue(record, 'Parameters'));
  const rootValue = propertyValue(record, 'CollectionRoot');
  const root = rootValue && stringOf(rootValue);
  const help: ValueHelpAttributes = { origin: 'annotation', parameters };
  const valueProperty = parameters.find(
    ({ direction, local }) => (direction === 'InOut' || direction === 'Out') && local === property.attributes.name,
  )?.target;
  if (valueProperty !== undefined) help.valueProperty = valueProperty;
  const shown = parameters.filter(({ direction }) => direction === 'DisplayOnly').map(({ target }) => target);
  if (path === undefined || path === '') {
    const problem = `${subject} names no collection (CollectionPath).`;
    model.diagnostics.warning('broken-value-list', record, problem, 'The value list is dropped.');
    return undefined;
  }
  if (root) {
    setText(help, shown[0]);
    model.diagnostics.info(
      'unresolved-value-list',
      pathValue ?? record,
      `${subject} lies in another service (${root}), which is not read.`,
      'That the property has value help is known, its codes are not.',
    );
    return { ...help, resolved: false, entitySet: path, reference: root };
  }
  const set = resolveCollection(model, annotation.aliases.path(path));
  if (set === undefined) {
    model.diagnostics.warning(
      'broken-value-list',
      pathValue ?? record,
      `${subject} names the collection ${path}, which does not exist.`,
      'The value list is dropped; everything else is read.',
    );
    return undefined;
  }
  help.entitySet = path.includes('/') ? path : set.attributes.name;
  help.resolved = true;
  checkColumns(model, subject, record, set, parameters);
  if (valueProperty !== undefined && set.type && !findProperty(set.type, valueProperty)) delete help.valueProperty;
  setText(help, textOf(set, valueProperty, shown) ?? shown[0]);
  return help;
}

function setText(help: ValueHelpAttributes, text: string | undefined): void {
  if (text !== undefined) help.textProperty = text;
}

/** The text property that the value's own text annotation names, where the list shows it or shows nothing. */
function textOf(
  set: EntitySet,
  valueProperty: string | undefined,
  shown: readonly (string | undefined)[],
): string | undefined {
  if (set.type === undefined || valueProperty === undefined) return undefined;
  const text = findProperty(set.type, valueProperty)?.attributes.text;
  return text !== undefined && (shown.length === 0 || shown.includes(text)) ? text : undefined;
}

/** A set by name, by qualified container path, or the set at the start of a path such as `Parameters(…)/Set`. */
function resolveCollection(model: Model, path: string): EntitySet | undefined {
  const [first = '', second] = path.split(/\/(?![^()]*\))/);
  const name = first.replace(/\(.*$/, '');
  const set = model.setsByName.get(name);
  if (set) return set;
  const container = model.containers.get(name);
  return container && second ? findSet(container, second) : undefined;
}

function checkColumns(
  model: Model,
  subject: string,
  record: CsdlElement,
  set: EntitySet,
  parameters: readonly ValueHelpParameter[],
): void {
  const { type } = set;
  if (type === undefined) return;
  const missing = parameters
    .map(({ target = '' }) => target)
    .filter((target) => target !== '' && !target.includes('/') && !findProperty(type, target));
  if (missing.length === 0) return;
  model.diagnostics.warning(
    'broken-value-list',
    record,
    `${subject} names ${missing.join(', ')}, which ${set.attributes.name} does not have.`,
    'The value list is kept; values of those columns cannot be read.',
  );
}

const directions: Readonly<Record<string, ValueHelpParameter['direction']>> = {
  ValueListParameterIn: 'In',
  ValueListParameterOut: 'Out',
  ValueListParameterInOut: 'InOut',
  ValueListParameterDisplayOnly: 'DisplayOnly',
  ValueListParameterFilterOnly: 'FilterOnly',
  ValueListParameterConstant: 'Constant',
};

function readParameters(value: CsdlElement | undefined): ValueHelpParameter[] {
  if (value === undefined) return [];
  const parameters: ValueHelpParameter[] = [];
  for (const record of recordsOf(value)) {
    const type = record.attributes.Type ?? '';
    const localValue = propertyValue(record, 'LocalDataProperty');
    const targetValue = propertyValue(record, 'ValueListProperty');
    const constantValue = propertyValue(record, 'Constant');
    const local = (localValue && (pathOf(localValue) ?? stringOf(localValue))) || undefined;
    const target = (targetValue && (stringOf(targetValue) ?? pathOf(targetValue))) || undefined;
    const constant = constantValue && constantOf(constantValue);
    const direction = directions[type.slice(type.lastIndexOf('.') + 1)] ?? (local ? 'InOut' : 'DisplayOnly');
    parameters.push({
      direction,
      ...(local === undefined ? {} : { local }),
      ...(target === undefined ? {} : { target }),
      ...(constant === undefined ? {} : { constant }),
    });
  }
  return parameters;
}
