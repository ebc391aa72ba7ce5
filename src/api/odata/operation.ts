import type { SingleCall } from '../call.ts';
import type { CatalogOperation, CatalogService } from '../spec/catalog.ts';
import { parameterJson, refuseUnknown } from './body.ts';
import { CallProblem } from './call-problem.ts';
import { encodeLiteral, urlLiteral } from './literal.ts';
import { dialectOf, parameterShape } from './shape.ts';

/** The qualified name by which a bound operation is called. */
export function qualifiedName(service: CatalogService, operation: CatalogOperation): string {
  return operation.attributes.qualifiedName ?? operation.id.slice(service.id.length + 1).replace(/\(.*$/, '');
}

/** V2: the typed parameters of a function import as query options; the keys of the entity may stand in `key` or `parameters`. */
export function importOptions(
  service: CatalogService,
  operation: CatalogOperation,
  call: SingleCall,
): [string, string][] {
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
    const shape = parameterShape(service, parameter);
    return [[parameter.name, urlLiteral(value, shape, dialectOf(service), `parameters/${parameter.name}`)]];
  });
}

/**
 * V4: the parameters of a function in parentheses, and the aliases that stand for values which a path segment carries badly:
 * complex values, collections, and text with a slash (OData 4.01 URL Conventions, "Parameter Aliases").
 */
export function functionCall(
  service: CatalogService,
  operation: CatalogOperation,
  values: Readonly<Record<string, unknown>>,
): { segment: string; aliases: [string, string][] } {
  refuseUnknown(operation.attributes.parameters, values);
  const aliases: [string, string][] = [];
  const written = operation.attributes.parameters.flatMap((parameter) => {
    const value = values[parameter.name];
    if (value === undefined) return [];
    const shape = parameterShape(service, parameter);
    const structured = shape.collection || shape.structure !== undefined;
    const literal = structured
      ? parameterJson(service, shape, value)
      : urlLiteral(value, shape, dialectOf(service), `parameters/${parameter.name}`);
    if (!structured && !/[/\\]/.test(literal)) return [`${parameter.name}=${encodeLiteral(literal)}`];
    aliases.push([`@${parameter.name}`, literal]);
    return [`${parameter.name}=@${parameter.name}`];
  });
  return { segment: `(${written.join(',')})`, aliases };
}
