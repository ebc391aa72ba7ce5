import type { OperationParameter } from '../../graph/index.ts';
import { compileEdmCheck, type EdmFacets, type EdmPlace, type EdmProblem } from '../odata/edm-value.ts';
import type { CatalogOperation, CatalogService } from '../spec/catalog.ts';
import type { StructuredType } from '../spec/structured-type.ts';

/** A parameter of an action or function with the check of its values. */
export interface TypedParameter {
  readonly name: string;
  readonly attributes: OperationParameter;
  readonly required: boolean;
  readonly complex: StructuredType | undefined;
  readonly check: (value: unknown) => EdmProblem | undefined;
}

const compiled = new WeakMap<CatalogOperation, ReadonlyMap<string, TypedParameter>>();

/** Parameters of an operation by name, compiled once. V2 and functions carry them in the URL, V4 actions in the body. */
export function parametersOf(
  service: CatalogService,
  operation: CatalogOperation,
): ReadonlyMap<string, TypedParameter> {
  let parameters = compiled.get(operation);
  if (parameters === undefined) {
    const place: EdmPlace = operation.attributes.operationType === 'Action' ? 'body' : 'url';
    parameters = new Map(
      operation.attributes.parameters.map((parameter) => [parameter.name, typed(service, operation, parameter, place)]),
    );
    compiled.set(operation, parameters);
  }
  return parameters;
}

function typed(
  service: CatalogService,
  operation: CatalogOperation,
  attributes: OperationParameter,
  place: EdmPlace,
): TypedParameter {
  const { name, type = 'Edm.String', maxLength, precision, scale } = attributes;
  const facets: EdmFacets = { type, maxLength, precision, scale };
  return {
    name,
    attributes,
    required: operation.required.includes(name),
    complex: service.typeNamed(type),
    check: compileEdmCheck(facets, place),
  };
}
