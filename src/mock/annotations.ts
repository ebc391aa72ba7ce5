/** One value of an annotation expression as @sap-ux/edmx-parser gives it. */
interface Expression {
  type?: string;
  [form: string]: unknown;
}

/** An annotation as @sap-ux/edmx-parser gives it. */
export interface RawAnnotation {
  term: string;
  value?: Expression;
  record?: { propertyValues?: { name: string; value: Expression }[] };
  collection?: unknown[];
}

/** The annotations of one target. */
export interface RawAnnotationList {
  target: string;
  annotations?: RawAnnotation[];
}

/** Annotations by target and by the last segment of the term, so that unresolved aliases do not matter. */
export class AnnotationIndex {
  readonly #byTarget = new Map<string, Map<string, RawAnnotation>>();

  add(sources: Record<string, RawAnnotationList[]>): void {
    for (const list of Object.values(sources).flat()) {
      let terms = this.#byTarget.get(list.target);
      if (!terms) {
        terms = new Map();
        this.#byTarget.set(list.target, terms);
      }
      for (const annotation of list.annotations ?? []) {
        const name = annotation.term
          .slice(annotation.term.lastIndexOf('.') + 1)
          .replace('Restrictrions', 'Restrictions');
        const known = terms.get(name);
        terms.set(name, known === undefined ? annotation : joined(known, annotation));
      }
    }
  }

  /** A Boolean term; present without a value means true; a path is decided by the data and counts as absent. */
  flag(target: string, term: string): boolean {
    const annotation = this.#byTarget.get(target)?.get(term);
    if (!annotation) return false;
    return annotation.value === undefined || annotation.value.Bool === true || annotation.value.Bool === 'true';
  }

  /** Member name of an enumeration value, without the type in front. */
  member(target: string, term: string): string | undefined {
    const value = this.#byTarget.get(target)?.get(term)?.value?.EnumMember;
    return typeof value === 'string' ? value.slice(value.lastIndexOf('/') + 1) : undefined;
  }

  has(target: string, term: string): boolean {
    return this.#byTarget.get(target)?.has(term) ?? false;
  }

  /** A Boolean member of a record term. */
  recordFlag(target: string, term: string, property: string): boolean | undefined {
    const value = this.#recordValue(target, term, property)?.Bool;
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    return undefined;
  }

  /** The property paths of a collection member of a record term. */
  recordPaths(target: string, term: string, property: string): string[] {
    const collection = this.#recordValue(target, term, property)?.Collection;
    if (!Array.isArray(collection)) return [];
    return collection.flatMap((item: unknown) => {
      if (typeof item === 'string') return [item];
      const expression = item as Expression;
      const path = expression.PropertyPath ?? expression.NavigationPropertyPath ?? expression.Path ?? expression.String;
      return typeof path === 'string' ? [path] : [];
    });
  }

  #recordValue(target: string, term: string, property: string): Expression | undefined {
    const values = this.#byTarget.get(target)?.get(term)?.record?.propertyValues;
    return values?.find((candidate) => candidate.name === property)?.value;
  }
}

/** The parser turns sap: attributes into terms, so that one term may stand twice on a target: the second adds what the first lacks. */
function joined(first: RawAnnotation, second: RawAnnotation): RawAnnotation {
  const known = first.record?.propertyValues;
  const further = second.record?.propertyValues;
  if (known === undefined || further === undefined) return first;
  const added = further.filter(({ name }) => !known.some((value) => value.name === name));
  return { ...first, record: { ...first.record, propertyValues: [...known, ...added] } };
}
