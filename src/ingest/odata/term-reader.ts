import type { Aliases } from './aliases.ts';
import type { Annotation } from './annotation.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { CsdlElement } from './element.ts';
import { customaryNamespace, understoodTerm } from './terms.ts';

const readers = new WeakMap<Aliases, TermReader>();

/** Recognises the annotations of one document, whose aliases it resolves. */
export class TermReader {
  readonly #aliases: Aliases;
  readonly #diagnostics: Diagnostics;
  readonly #known = new Map<string, string | undefined>();
  readonly #reported = new Set<string>();

  private constructor(aliases: Aliases, diagnostics: Diagnostics) {
    this.#aliases = aliases;
    this.#diagnostics = diagnostics;
  }

  /** The one reader for the names of a document, so that it says a thing once. */
  static of(aliases: Aliases, diagnostics: Diagnostics): TermReader {
    let reader = readers.get(aliases);
    if (reader === undefined) {
      reader = new TermReader(aliases, diagnostics);
      readers.set(aliases, reader);
    }
    return reader;
  }

  /** The annotation of an element, where its term is understood. */
  read(element: CsdlElement, outerQualifier?: string): Annotation | undefined {
    const written = element.attributes.Term;
    if (written === undefined) return undefined;
    if (!this.#known.has(written)) this.#known.set(written, this.#resolve(written, element));
    const term = this.#known.get(written);
    if (term === undefined) return undefined;
    const hash = written.indexOf('#');
    const qualifier =
      element.attributes.Qualifier ?? outerQualifier ?? (hash < 0 ? undefined : written.slice(hash + 1));
    return { term, qualifier, element, aliases: this.#aliases };
  }

  #resolve(written: string, element: CsdlElement): string | undefined {
    const term = this.#aliases.name(written.replace(/#.*$/, ''));
    const direct = understoodTerm(term);
    if (direct !== undefined) return direct;
    const dot = term.lastIndexOf('.');
    if (dot < 0 || term.slice(0, dot).includes('.')) return undefined;
    const alias = term.slice(0, dot);
    const namespace = customaryNamespace(alias);
    const guessed = namespace && understoodTerm(`${namespace}${term.slice(dot)}`);
    if (guessed === undefined) return undefined;
    if (this.#reported.has(alias)) return guessed;
    this.#reported.add(alias);
    this.#diagnostics.info(
      'undeclared-alias',
      element,
      `The term ${written} uses the alias ${alias}, which no Include of this file declares.`,
      `It is read as the customary ${namespace}.`,
    );
    return guessed;
  }
}
