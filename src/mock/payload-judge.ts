import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Issue } from './fault.ts';
import {
  type MockOperation,
  type MockProperty,
  type MockService,
  type MockSet,
  type MockType,
  setOfNavigation,
} from './model.ts';
import { objection, sameIdentifier } from './value.ts';

type Schema = Record<string, unknown>;
type Purpose = 'create' | 'update';

/**
 * Judges payloads with JSON Schemas compiled by ajv, one per (set, purpose), made on first use. Two keywords are our own:
 * `edm` checks a value against an Edm type and its facets, `code` membership in a closed list by value.
 */
export class PayloadJudge {
  readonly #service: MockService;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #known = new Set<string>();

  constructor(service: MockService) {
    this.#service = service;
    this.#ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true });
    this.#ajv.addKeyword({
      keyword: 'edm',
      validate: (property: MockProperty, value: unknown) => objection(value, property, service.version) === undefined,
    });
    this.#ajv.addKeyword({
      keyword: 'code',
      validate: (codes: readonly string[], value: unknown) => codes.some((code) => sameIdentifier(code, String(value))),
      error: { message: ({ schema }) => `is not one of ${(schema as readonly string[]).slice(0, 20).join(', ')}` },
    });
  }

  /** Objections to a body that creates an entity in a set, children included. */
  create(set: MockSet, body: unknown): Issue[] {
    return this.#judge(`create ${set.name}`, body, () => this.#whole(set, 'create'));
  }

  /** Objections to a body that changes an entity of a set. */
  update(set: MockSet, body: unknown): Issue[] {
    return this.#judge(`update ${set.name}`, body, () => this.#whole(set, 'update'));
  }

  /** Objections to the parameters of an action or function, as a JSON object of canonical JSON values. */
  parameters(operation: MockOperation, body: unknown): Issue[] {
    return this.#judge(`operation ${operation.qualifiedName} ${operation.boundTo ?? ''}`, body, () => ({
      type: 'object',
      additionalProperties: false,
      required: operation.parameters.filter((parameter) => !parameter.optional).map((parameter) => parameter.name),
      properties: Object.fromEntries(
        operation.parameters.map((parameter) => [
          parameter.name,
          this.#value(
            {
              ...parameter,
              key: false,
              creatable: true,
              updatable: true,
              required: false,
              filterable: true,
              sortable: true,
            },
            'create',
          ),
        ]),
      ),
    }));
  }

  #judge(id: string, body: unknown, make: () => Schema): Issue[] {
    let validate = this.#compiled.get(id);
    if (!validate) {
      validate = this.#ajv.compile(make());
      this.#compiled.set(id, validate);
    }
    return validate(body)
      ? []
      : (validate.errors ?? []).filter((error) => error.keyword !== 'if').map((error) => this.#issue(error));
  }

  #whole(set: MockSet, purpose: Purpose): Schema {
    return { ...this.#entity(set.type, set, purpose), required: this.#demanded(set.type, set, purpose) };
  }

  /** A reference to the schema of a type, made once: types may lead to each other in circles. What is required is added where it is used. */
  #entity(type: MockType, set: MockSet | undefined, purpose: Purpose): Schema {
    const id = `mock:${purpose}/${encodeURIComponent(set?.name ?? '')}/${encodeURIComponent(type.name)}`;
    if (!this.#known.has(id)) {
      this.#known.add(id);
      this.#ajv.addSchema(this.#members(type, set, purpose), id);
    }
    return { $ref: id };
  }

  #members(type: MockType, set: MockSet | undefined, purpose: Purpose): Schema {
    const properties: Record<string, Schema> = {};
    for (const property of type.properties.values()) {
      properties[property.name] = isWritable(property, set, purpose)
        ? this.#value(property, purpose)
        : { not: {}, $comment: purpose };
    }
    if (purpose === 'create' && set?.deepInsert !== false) {
      for (const navigation of type.navigations.values()) {
        const target = this.#service.types.get(navigation.target);
        if (!target) continue;
        const filledByParent = new Set(
          navigation.constraints.flatMap((constraint) => [constraint.own, constraint.other]),
        );
        const childSet = setOfNavigation(this.#service, set, navigation);
        const required = this.#demanded(target, childSet, purpose).filter((name) => !filledByParent.has(name));
        const child = { ...this.#entity(target, childSet, purpose), required };
        properties[navigation.name] = navigation.collection ? { type: 'array', items: child } : child;
      }
    }
    return {
      type: 'object',
      properties,
      patternProperties: { '^__metadata$|@odata\\.|^@': {} },
      additionalProperties: type.open,
    };
  }

  #demanded(type: MockType, set: MockSet | undefined, purpose: Purpose): string[] {
    if (purpose !== 'create') return [];
    return [...type.properties.values()]
      .filter((property) => isWritable(property, set, purpose) && !property.key)
      .filter((property) => property.required || (set?.requiredOnInsert.includes(property.name) ?? false))
      .map((property) => property.name);
  }

  #value(property: MockProperty, purpose: Purpose): Schema {
    const single = this.#single(property, purpose);
    const schema = property.collection ? { type: 'array', items: single } : single;
    return property.nullable
      ? { if: { type: 'null' }, else: schema }
      : { ...schema, allOf: [{ not: { type: 'null' } }] };
  }

  #single(property: MockProperty, purpose: Purpose): Schema {
    const complex = this.#service.types.get(property.type);
    if (complex) {
      return { ...this.#entity(complex, undefined, purpose), required: this.#demanded(complex, undefined, purpose) };
    }
    return {
      ...(property.members ? { enum: property.members } : { edm: property }),
      ...(property.codes ? { code: property.codes } : {}),
    };
  }

  #issue(error: ErrorObject): Issue {
    const { additionalProperty, missingProperty } = error.params as {
      additionalProperty?: string;
      missingProperty?: string;
    };
    const name = additionalProperty ?? missingProperty;
    const path = [error.instancePath.slice(1), name].filter((part) => part !== undefined && part !== '').join('/');
    switch (error.keyword) {
      case 'not': {
        const withheld = (error.parentSchema as { $comment?: string } | undefined)?.$comment;
        return withheld
          ? { kind: 'key', path, message: `${path} must not be given on ${withheld}.` }
          : { kind: 'type', path, message: `${path} must not be null.` };
      }
      case 'additionalProperties':
        return { kind: 'key', path, message: `There is no property ${path}.` };
      case 'required':
        return { kind: 'key', path, message: `${path} is required.` };
      case 'edm': {
        const reason = objection(error.data, error.schema as MockProperty, this.#service.version);
        return { kind: 'type', path, message: `${path} ${reason ?? 'has the wrong type'}.` };
      }
      default:
        return {
          kind: error.keyword === 'code' || error.keyword === 'enum' ? 'code' : 'type',
          path,
          message: `${path} ${error.message ?? 'is wrong'}.`,
        };
    }
  }
}

function isWritable(property: MockProperty, set: MockSet | undefined, purpose: Purpose): boolean {
  if (purpose === 'create') return property.creatable && set?.nonInsertable.includes(property.name) !== true;
  return (property.updatable || property.key) && set?.nonUpdatable.includes(property.name) !== true;
}
