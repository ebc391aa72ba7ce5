import type { SourceText } from './source-text.ts';

/**
 * An element of a CSDL document, read from XML or converted from CSDL JSON. `name` is the local name; only elements of the EDMX and EDM
 * namespaces are kept. Attributes without prefix stand under their name, those of the metadata, annotation and XML namespaces under the
 * canonical prefix `m:`, `annotation:`, `xml:`; those of SAP stand in `sap` as name, value, name, value, ….
 */
export interface CsdlElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly sap: readonly string[] | undefined;
  /** Grows only by `appendChild`. */
  children: CsdlElement[];
  text: string;
  readonly source: SourceText;
  readonly offset: number;
}

/** The children of an element that has none. */
export const noChildren: CsdlElement[] = [];
Object.freeze(noChildren);

/** Adds a child; the elements share one empty list until they have one. */
export function appendChild(parent: CsdlElement, child: CsdlElement): void {
  if (parent.children === noChildren) parent.children = [child];
  else parent.children.push(child);
}

/** Adds children one by one: a list of any length, which a spread would not survive. */
export function appendChildren(parent: CsdlElement, children: readonly CsdlElement[]): void {
  for (const child of children) appendChild(parent, child);
}

/** Attributes by name; inherits nothing, and engines keep it in their fast form (unlike `Object.create(null)`). */
export class AttributeRecord {
  [name: string]: string;

  static {
    Object.setPrototypeOf(AttributeRecord.prototype, null);
  }
}

/** The children of that name. */
export function childrenOf(element: CsdlElement, name: string): CsdlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The first child of that name. */
export function childOf(element: CsdlElement, name: string): CsdlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** True where the attribute says so; the schema languages write true, TRUE and 1. */
export function isTrue(value: string | undefined): boolean {
  return value === 'true' || value === '1' || value?.toLowerCase() === 'true';
}

/** True, false, or undefined where the attribute is absent or says neither. */
export function booleanOf(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (isTrue(value)) return true;
  return value === '0' || value.toLowerCase() === 'false' ? false : undefined;
}
