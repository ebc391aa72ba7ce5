import type { Diagnostics } from './diagnostics.ts';
import { appendChild, type CsdlElement, noChildren } from './element.ts';
import { isDesignerElement, mayStandIn, takesText } from './grammar.ts';
import { Refusal } from './refusal.ts';
import type { SourceText } from './source-text.ts';
import { mayBeUnderstood } from './terms.ts';
import { NamespaceScope } from './xml-names.ts';

const maximumDepth = 256;
const maximumElements = 1_000_000;

/**
 * Builds CSDL elements from the tags and texts of an XML document, in their order. Resolves namespaces, drops what CSDL does not know or
 * the reader does not need, and bounds depth and number of elements (throws Refusal). What it has to say is held back until `report`.
 */
export class TreeBuilder {
  root: CsdlElement | undefined;
  readonly #source: SourceText;
  readonly #reports: ((diagnostics: Diagnostics) => void)[] = [];
  /** Kept elements from the root down to the current one. */
  readonly #open: CsdlElement[] = [];
  readonly #unboundPrefixes = new Set<string>();
  #scope: NamespaceScope;
  #depth = 0;
  /** How many levels the parse is inside something that is not kept. */
  #skipped = 0;
  #elements = 0;
  #tagStart = 0;

  constructor(source: SourceText) {
    this.#source = source;
    this.#scope = new NamespaceScope(0, new Map(), (prefix) => this.#unbound(prefix));
  }

  /** True inside something that is not kept: attributes without prefix and text need not be handed over. */
  get skipping(): boolean {
    return this.#skipped > 0;
  }

  /** True where white space between tags has a meaning. */
  get keepsSpace(): boolean {
    const current = this.current;
    return current !== undefined && this.#skipped === 0 && takesText(current.name);
  }

  /** The innermost element that is kept and open. */
  get current(): CsdlElement | undefined {
    return this.#open[this.#open.length - 1];
  }

  /** Says what was found on the way. */
  report(diagnostics: Diagnostics): void {
    for (const report of this.#reports) report(diagnostics);
  }

  /** A start tag at `offset`: attributes without prefix by name, those with a prefix and `xmlns` as name, value, name, value, …. */
  open(
    name: string,
    offset: number,
    attributes: Record<string, string>,
    prefixed: readonly string[] | undefined,
  ): void {
    this.#tagStart = offset;
    this.#depth++;
    if (this.#depth > maximumDepth) {
      throw new Refusal('too-deep', offset, `Elements are nested more than ${maximumDepth} levels deep.`);
    }
    const sap = prefixed && this.#prefixed(attributes, prefixed);
    if (this.#skipped > 0) {
      this.#skipped++;
      return;
    }
    const { local, namespace, csdl } = this.#scope.element(name);
    const parent = this.current;
    if (parent === undefined && local !== 'Edmx' && local !== 'Schema') {
      const problem = `The root element is <${name}>, so this is no OData metadata (an <edmx:Edmx> or <Schema>).`;
      throw new Refusal('no-metadata', offset, problem);
    }
    if (parent !== undefined && !this.#isKept(name, local, csdl, parent, attributes)) {
      this.#skipped = 1;
      return;
    }
    if (++this.#elements > maximumElements) {
      throw new Refusal('too-many-elements', offset, `The file holds more than ${maximumElements} elements.`);
    }
    const element: CsdlElement = {
      name: local,
      namespace,
      attributes,
      sap,
      children: noChildren,
      text: '',
      source: this.#source,
      offset,
    };
    if (parent) appendChild(parent, element);
    else this.root = element;
    this.#open.push(element);
  }

  /** The end tag of the element that is open, or the end of an empty one. */
  close(): void {
    if (this.#scope.depth === this.#depth && this.#scope.parent) this.#scope = this.#scope.parent;
    this.#depth--;
    if (this.#skipped > 0) this.#skipped--;
    else this.#open.pop();
  }

  /** Text that begins at `offset`, entities resolved. */
  text(text: string, offset: number): void {
    const parent = this.current;
    if (this.#skipped > 0 || parent === undefined) return;
    if (takesText(parent.name)) {
      parent.text += text;
      return;
    }
    const visible = text.trim();
    if (visible === '') return;
    const source = this.#source;
    const place = { source, offset: offset + Math.max(source.text.slice(offset, offset + 100_000).search(/\S/), 0) };
    this.#reports.push((diagnostics) =>
      diagnostics.warning(
        'stray-text',
        place,
        `Text stands in <${parent.name}>, where it belongs to no element: "${visible.slice(0, 60)}".`,
        'The text is passed over.',
      ),
    );
  }

  #isKept(
    name: string,
    local: string,
    csdl: boolean,
    parent: CsdlElement,
    attributes: Readonly<Record<string, string>>,
  ): boolean {
    if (!csdl) return false;
    if (local === 'Annotation') {
      if (attributes.Term !== undefined && !mayBeUnderstood(attributes.Term)) return false;
    } else if (isDesignerElement(local)) return false;
    if (mayStandIn(local, parent.name)) return true;
    const place = { source: this.#source, offset: this.#tagStart };
    this.#reports.push((diagnostics) =>
      diagnostics.warning(
        'unexpected-element',
        place,
        `An element <${name}> may not stand in <${parent.name}>.`,
        `It is dropped with everything in it${attributes.Name ? ` (Name="${attributes.Name}")` : ''}.`,
      ),
    );
    return false;
  }

  /** Opens a namespace scope where the tag declares one, gives prefixed attributes their canonical name and returns those of SAP. */
  #prefixed(attributes: Record<string, string>, pairs: readonly string[]): string[] | undefined {
    let declared: Map<string, string> | undefined;
    for (let index = 0; index < pairs.length; index += 2) {
      const name = pairs[index] ?? '';
      if (!isDeclaration(name)) continue;
      declared ??= new Map();
      declared.set(name.slice(6), pairs[index + 1] ?? '');
    }
    if (declared) {
      this.#scope = new NamespaceScope(this.#depth, declared, (prefix) => this.#unbound(prefix), this.#scope);
    }
    let sap: string[] | undefined;
    for (let index = 0; index < pairs.length; index += 2) {
      const name = pairs[index] ?? '';
      if (isDeclaration(name)) continue;
      const canonical = this.#scope.attribute(name);
      if (canonical === undefined) continue;
      if (canonical.startsWith('sap:')) {
        sap ??= [];
        sap.push(canonical.slice(4), pairs[index + 1] ?? '');
      } else attributes[canonical] = pairs[index + 1] ?? '';
    }
    return sap;
  }

  #unbound(prefix: string): void {
    if (this.#unboundPrefixes.has(prefix)) return;
    this.#unboundPrefixes.add(prefix);
    const place = { source: this.#source, offset: this.#tagStart };
    this.#reports.push((diagnostics) =>
      diagnostics.warning(
        'unbound-prefix',
        place,
        `The prefix "${prefix}" is used here but never declared (xmlns:${prefix}=…), which breaks XML namespaces.`,
        'It is read as if it were bound to its customary namespace.',
      ),
    );
  }
}

/** True for `xmlns` and `xmlns:…`. */
export function isDeclaration(attribute: string): boolean {
  return attribute.startsWith('xmlns') && (attribute.length === 5 || attribute.charCodeAt(5) === 58);
}
