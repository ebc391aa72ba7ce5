import type { Diagnostics } from './diagnostics.ts';
import type { CsdlDocument } from './document.ts';
import { bareEdmType, isEdmType, splitCollection } from './edm-types.ts';
import type { CsdlElement } from './element.ts';
import type { DeclaredType } from './model.ts';

/** What a type name stands for. `declared` is undefined for built-in types and for those that this file does not declare. */
export interface TypeUse {
  /** Qualified, alias resolved, without `Collection()`; an unknown type as written. */
  readonly name: string;
  readonly collection: boolean;
  readonly declared: DeclaredType | undefined;
}

/** Resolves the type names of one document and reports those that lead nowhere. */
export class TypeResolver {
  readonly #document: CsdlDocument;
  readonly #types: ReadonlyMap<string, DeclaredType>;
  readonly #diagnostics: Diagnostics;
  readonly #known = new Map<string, TypeUse>();
  readonly #external = new Set<string>();
  #byBareName: Map<string, DeclaredType | undefined> | undefined;

  constructor(document: CsdlDocument, types: ReadonlyMap<string, DeclaredType>, diagnostics: Diagnostics) {
    this.#document = document;
    this.#types = types;
    this.#diagnostics = diagnostics;
  }

  /** The type that `written` names at the given element of a schema; `effect` says what an unknown type costs. */
  resolve(written: string, schema: string, place: CsdlElement, effect: string): TypeUse {
    const known = this.#known.get(written);
    if (known !== undefined) return known;
    const { item, collection } = splitCollection(written);
    const { name, declared } = this.#look(item, schema, place);
    const use: TypeUse = { name, collection, declared };
    if (declared !== undefined || isEdmType(name)) {
      if (item.includes('.')) this.#known.set(written, use);
      return use;
    }
    if (this.#document.included.has(namespaceOf(name))) this.#reportExternal(name, place, effect);
    else {
      this.#reportUnknown(name, item, place, effect);
      return { ...use, name: item };
    }
    return use;
  }

  #look(item: string, schema: string, place: CsdlElement): { name: string; declared: DeclaredType | undefined } {
    const name = this.#document.aliases.name(item);
    const declared = this.#types.get(name);
    if (declared !== undefined || name.includes('.')) return { name, declared };
    const sibling = this.#types.get(`${schema}.${name}`);
    if (sibling !== undefined) return { name: sibling.qualified, declared: sibling };
    const builtIn = bareEdmType(name);
    if (builtIn !== undefined) return { name: builtIn, declared: undefined };
    const only = this.#onlyTypeNamed(name);
    if (only === undefined) return { name, declared: undefined };
    this.#diagnostics.warning(
      'unqualified-type',
      place,
      `${describe(place)} has the type ${name} without a namespace, and its own schema has no such type.`,
      `It is read as ${only.qualified}, the only type of that name.`,
    );
    return { name: only.qualified, declared: only };
  }

  /** The type of that bare name, where exactly one schema has one. */
  #onlyTypeNamed(name: string): DeclaredType | undefined {
    if (this.#byBareName === undefined) {
      this.#byBareName = new Map();
      for (const [qualified, type] of this.#types) {
        const bare = qualified.slice(qualified.lastIndexOf('.') + 1);
        this.#byBareName.set(bare, this.#byBareName.has(bare) ? undefined : type);
      }
    }
    return this.#byBareName.get(name);
  }

  #reportUnknown(name: string, written: string, place: CsdlElement, effect: string): void {
    const full = name === written ? name || '""' : `${written} (${name})`;
    const problem = `${describe(place)} has the type ${full}, which this file does not declare.`;
    this.#diagnostics.warning('unknown-type', place, problem, effect);
  }

  #reportExternal(name: string, place: CsdlElement, effect: string): void {
    if (this.#external.has(name)) return;
    this.#external.add(name);
    const address = this.#document.included.get(namespaceOf(name));
    this.#diagnostics.info(
      'external-type',
      place,
      `${describe(place)} has the type ${name}, which is declared in another file${address ? ` (${address})` : ''}.`,
      `That file is not read. ${effect} The same holds for other uses of the type.`,
    );
  }
}

function namespaceOf(name: string): string {
  return name.slice(0, Math.max(name.lastIndexOf('.'), 0));
}

function describe(element: CsdlElement): string {
  const name = element.attributes.Name ?? element.attributes.Role;
  return name === undefined ? element.name : `${element.name} ${name}`;
}
