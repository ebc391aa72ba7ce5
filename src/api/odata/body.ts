import type { CatalogService } from '../spec/catalog.ts';
import type { StructuredType, TypedNavigation } from '../spec/structured-type.ts';
import { CallProblem } from './call-problem.ts';
import { fitsDouble, type JsonDialect, jsonValue } from './json-value.ts';
import { dialectOf, propertyShape, type ValueShape } from './shape.ts';

const maxDepth = 64;

/** A body ready to be sent, with the content type that its numbers need. */
export interface JsonBody {
  readonly contentType: string;
  readonly text: string;
}

/** The body of a create or update: properties in the JSON form of their declared types, deep inserts inline, null clears. */
export function entityBody(
  service: CatalogService,
  type: StructuredType,
  payload: Readonly<Record<string, unknown>>,
): JsonBody {
  return inDialect(service, (json) => writeObject({ service, json }, type, payload, 'payload', 0));
}

/** The body of a V4 action: every given parameter by its declared type. */
export function parameterBody(
  service: CatalogService,
  parameters: readonly ValueShape[],
  values: Readonly<Record<string, unknown>>,
): JsonBody {
  refuseUnknown(parameters, values);
  return inDialect(service, (json) => {
    const body: Record<string, unknown> = {};
    for (const parameter of parameters) {
      const value = values[parameter.name];
      if (value !== undefined)
        body[parameter.name] = writeProperty({ service, json }, parameter, value, `parameters/${parameter.name}`, 0);
    }
    return body;
  });
}

/** Nothing that was given is left out silently: a name that no parameter has is a problem. */
export function refuseUnknown(
  parameters: readonly { readonly name: string }[],
  values: Readonly<Record<string, unknown>>,
): void {
  const strange = Object.keys(values).find((name) => !parameters.some((parameter) => parameter.name === name));
  if (strange !== undefined)
    throw new CallProblem(
      'unknown-parameter',
      `parameters/${strange}`,
      `There is no parameter ${strange}; leave it out.`,
    );
}

/** A parameter value as JSON text, as V4 parameter aliases of complex and collection types take it. */
export function parameterJson(service: CatalogService, parameter: ValueShape, value: unknown): string {
  const json: JsonDialect = { dialect: dialectOf(service), longNumbersAsStrings: false };
  return JSON.stringify(writeProperty({ service, json }, parameter, value, `parameters/${parameter.name}`, 0));
}

interface Writing {
  readonly service: CatalogService;
  readonly json: JsonDialect;
}

/** V4 numbers are JSON numbers, unless one has more digits than a double carries: then all long numbers become strings. */
function inDialect(service: CatalogService, write: (json: JsonDialect) => unknown): JsonBody {
  if (dialectOf(service) !== 'v4') {
    return {
      contentType: dialectOf(service) === 'v3' ? 'application/json;odata=verbose' : 'application/json',
      text: JSON.stringify(write({ dialect: dialectOf(service), longNumbersAsStrings: true })),
    };
  }
  const exact = new NumberWatch();
  const body = write(exact);
  if (exact.fits) return { contentType: 'application/json', text: JSON.stringify(body) };
  return {
    contentType: 'application/json;IEEE754Compatible=true',
    text: JSON.stringify(write({ dialect: 'v4', longNumbersAsStrings: true })),
  };
}

/** The V4 dialect that remembers whether a long number would lose digits as a double. */
class NumberWatch implements JsonDialect {
  readonly dialect = 'v4';
  readonly longNumbersAsStrings = false;
  fits = true;
}

function writeObject(
  writing: Writing,
  type: StructuredType,
  value: Readonly<Record<string, unknown>>,
  path: string,
  depth: number,
): Record<string, unknown> {
  if (depth > maxDepth)
    throw new CallProblem('too-deep', path, `The payload is nested deeper than ${maxDepth} levels.`);
  const body: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const property = type.properties.get(name);
    const navigation = type.navigation.get(name);
    const at = `${path}/${name}`;
    if (property !== undefined)
      body[name] = writeProperty(writing, propertyShape(writing.service, property), member, at, depth);
    else if (navigation !== undefined) body[name] = writeNavigation(writing, navigation, member, at, depth);
    else if (type.open || (dialectOf(writing.service) === 'v4' && name.includes('@'))) body[name] = member;
    else throw new CallProblem('unknown-property', at, `${type.qualifiedName} has no property ${name}.`);
  }
  return body;
}

function writeProperty(writing: Writing, property: ValueShape, value: unknown, path: string, depth: number): unknown {
  if (value === null) return null;
  if (property.collection) {
    if (!Array.isArray(value))
      throw new CallProblem('literal', path, `${property.name} is a collection and takes a list.`);
    return value.map((item, index) => writeSingle(writing, property, item, `${path}/${index}`, depth));
  }
  return writeSingle(writing, property, value, path, depth);
}

function writeSingle(writing: Writing, property: ValueShape, value: unknown, path: string, depth: number): unknown {
  if (value === null) return null;
  const { primitive } = property;
  if (primitive === 'Edm.Stream') {
    throw new CallProblem(
      'media-stream',
      path,
      `${property.name} is a media stream, which cannot be sent in a JSON body; leave it out.`,
    );
  }
  if (property.structure !== undefined)
    return writeObject(writing, property.structure, asObject(value, property.name, path), path, depth + 1);
  if (writing.json instanceof NumberWatch && (primitive === 'Edm.Decimal' || primitive === 'Edm.Int64')) {
    writing.json.fits &&= fitsDouble(value);
  }
  return jsonValue(value, primitive, writing.json, path);
}

/** Deep insert: a list for to-many (also in V2, whose `results` wrapper belongs to answers), an object for to-one. */
function writeNavigation(
  writing: Writing,
  navigation: TypedNavigation,
  value: unknown,
  path: string,
  depth: number,
): unknown {
  if (value === null) return null;
  const type = navigation.targetId === undefined ? undefined : writing.service.type(navigation.targetId);
  if (type === undefined)
    throw new CallProblem('unknown-type', path, `The type behind ${navigation.name} is not in the metadata.`);
  if (navigation.cardinality !== '*')
    return writeObject(writing, type, asObject(value, navigation.name, path), path, depth + 1);
  if (!Array.isArray(value))
    throw new CallProblem('cardinality', path, `${navigation.name} takes a list of ${type.qualifiedName}.`);
  return value.map((item, index) => {
    const at = `${path}/${index}`;
    return writeObject(writing, type, asObject(item, navigation.name, at), at, depth + 1);
  });
}

function asObject(value: unknown, name: string, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new CallProblem('literal', path, `${name} takes an object.`);
}
