import type { OperationParameter } from '../../graph/index.ts';
import type { SingleCall } from '../call.ts';
import { parameterJson } from './body.ts';
import { CallProblem } from './call-problem.ts';
import { encodeLiteral, urlLiteral } from './literal.ts';
import type { OperationShape, PropertyShape, ServiceModel, SetShape } from './model.ts';

/** The operation that a call means, chosen among overloads by what it is bound to and by the names of the parameters. */
export function chooseOperation(model: ServiceModel, name: string, call: SingleCall, set?: SetShape): OperationShape {
  const candidates = model.operations(name, set);
  const hasEntity = call.key !== undefined || call.reference !== undefined || set?.attributes.singleton === true;
  const given = Object.keys(call.parameters ?? {});
  let best: { shape: OperationShape; cost: number } | undefined;
  for (const shape of candidates) {
    const names = shape.attributes.parameters.map((parameter) => parameter.name);
    const unknown = given.filter((parameter) => !names.includes(parameter)).length;
    const spare = names.filter((parameter) => !given.includes(parameter)).length;
    const misplaced =
      shape.boundTo === 'entity' ? !hasEntity : shape.boundTo === 'collection' && call.key !== undefined;
    const loose = set !== undefined && shape.boundTo === undefined;
    const cost = unknown * 100 + (misplaced ? 50 : 0) + (loose ? 20 : 0) + spare;
    if (best === undefined || cost < best.cost) best = { shape, cost };
  }
  if (best === undefined) {
    throw new CallProblem(
      'unknown-action',
      'operation',
      `${model.service.id} has no action or function ${name}${set === undefined ? '' : ` for ${set.name}`}.`,
    );
  }
  return best.shape;
}

/** The qualified name by which a bound operation is called. */
export function qualifiedName(model: ServiceModel, operation: OperationShape): string {
  return operation.attributes.qualifiedName ?? operation.id.slice(model.service.id.length + 1).replace(/\(.*$/, '');
}

/** A declared parameter as a property, so that its values are written by the same rules. */
export function parameterShape(model: ServiceModel, parameter: OperationParameter): PropertyShape {
  const type = parameter.type ?? 'Edm.String';
  const primitive = model.primitiveOf(type);
  const isEnum = !primitive.startsWith('Edm.') && model.typeNamed(primitive) === undefined;
  return { name: parameter.name, type, primitive, collection: parameter.collection === true, isEnum };
}

/** V2: the typed parameters of a function import as query options; the keys of the entity may stand in `key` or `parameters`. */
export function importOptions(model: ServiceModel, operation: OperationShape, call: SingleCall): [string, string][] {
  const values = { ...call.key, ...call.parameters };
  const declared = operation.attributes.parameters;
  for (const name of Object.keys(values)) {
    if (!declared.some((parameter) => parameter.name === name)) {
      throw new CallProblem(
        'unknown-parameter',
        `parameters/${name}`,
        `${operation.attributes.name} has no parameter ${name}.`,
      );
    }
  }
  return declared.flatMap((parameter): [string, string][] => {
    const value = values[parameter.name];
    if (value === undefined || value === null) return [];
    const shape = parameterShape(model, parameter);
    return [[parameter.name, urlLiteral(value, shape, model.dialect, `parameters/${parameter.name}`)]];
  });
}

/**
 * V4: the parameters of a function in parentheses, and the aliases that stand for values which a path segment carries badly:
 * complex values, collections, and text with a slash (OData 4.01 URL Conventions, "Parameter Aliases").
 */
export function functionCall(
  model: ServiceModel,
  operation: OperationShape,
  values: Readonly<Record<string, unknown>>,
): { segment: string; aliases: [string, string][] } {
  const aliases: [string, string][] = [];
  const written = operation.attributes.parameters.flatMap((parameter) => {
    const value = values[parameter.name];
    if (value === undefined) return [];
    const shape = parameterShape(model, parameter);
    const structured = shape.collection || (!shape.isEnum && model.typeNamed(shape.primitive) !== undefined);
    const literal = structured
      ? parameterJson(model, shape, value)
      : urlLiteral(value, shape, model.dialect, `parameters/${parameter.name}`);
    if (!structured && !/[/\\]/.test(literal)) return [`${parameter.name}=${encodeLiteral(literal)}`];
    aliases.push([`@${parameter.name}`, literal]);
    return [`${parameter.name}=@${parameter.name}`];
  });
  return { segment: `(${written.join(',')})`, aliases };
}
