import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { Diagnostics } from './diagnostics.ts';
import type { CsdlElement } from './element.ts';
import { isDesignerElement, mayStandIn, takesText } from './grammar.ts';
import type { SourceText } from './source-text.ts';
import { mayBeUnderstood } from './terms.ts';
import { NamespaceScope } from './xml-names.ts';

const maximumDepth = 256;
const maximumElements = 1_000_000;
const misplacedDeclaration = /XML declaration must (be|appear) at the start/;

/** Ends the parse: the file cannot be read, and why. */
class Refusal extends Error {
  readonly rule: string;
  readonly offset: number;

  constructor(rule: string, offset: number, message: string) {
    super(message);
    this.rule = rule;
    this.offset = offset;
  }
}

/**
 * Reads XML into CSDL elements. Document types are refused (no entity is ever expanded), as are nesting past 256 levels and text that is not
 * well-formed; unbound prefixes and a misplaced XML declaration are warned about and forgiven. Undefined: refused, an error finding says why.
 */
export function parseXml(source: SourceText, diagnostics: Diagnostics): CsdlElement | undefined {
  const builder = new TreeBuilder(source, diagnostics);
  try {
    builder.parse();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    diagnostics.error(error.rule, { source, offset: error.offset }, error.message, 'Nothing is loaded from this file.');
    return undefined;
  }
  return builder.root;
}

class TreeBuilder {
  root: CsdlElement | undefined;
  readonly #source: SourceText;
  readonly #diagnostics: Diagnostics;
  readonly #parser = new SaxesParser({ xmlns: false, position: false });
  /** Kept elements from the root down to the current one. */
  readonly #open: CsdlElement[] = [];
  readonly #unboundPrefixes = new Set<string>();
  #scope: NamespaceScope;
  #depth = 0;
  /** How many levels the parse is inside something that is not kept. */
  #skipped = 0;
  #elements = 0;
  /** Offset of the tag that is being read, and the offset behind the last tag. */
  #tagStart = 0;
  #textStart = 0;
  /** End of the misplaced XML declaration that is being forgiven; errors before it are about that declaration. */
  #forgivenUntil = -1;

  constructor(source: SourceText, diagnostics: Diagnostics) {
    this.#source = source;
    this.#diagnostics = diagnostics;
    this.#scope = new NamespaceScope(0, new Map(), (prefix) => this.#unbound(prefix));
  }

  parse(): void {
    const parser = this.#parser;
    parser.on('error', (error) => this.#malformed(error.message));
    parser.on('doctype', () => {
      throw new Refusal(
        'doctype',
        Math.max(this.#source.text.lastIndexOf('<!DOCTYPE', parser.position), 0),
        'The file declares a document type, which can hide entity bombs and references to other files; remove the DOCTYPE.',
      );
    });
    parser.on('opentagstart', (tag) => {
      this.#tagStart = this.#startOfTag(tag.name);
    });
    parser.on('opentag', (tag) => this.#opened(tag));
    parser.on('closetag', () => this.#closed());
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
    parser.on('comment', () => {
      this.#textStart = parser.position;
    });
    parser.write(this.#source.text).close();
  }

  #startOfTag(name: string): number {
    const text = this.#source.text;
    const likely = this.#parser.position - name.length - 2;
    return text.charCodeAt(likely) === 60 ? likely : text.lastIndexOf('<', this.#parser.position - 1);
  }

  #malformed(message: string): void {
    const offset = Math.max(this.#parser.position - 1, 0);
    if (offset < this.#forgivenUntil) return;
    if (misplacedDeclaration.test(message)) {
      this.#forgivenUntil = this.#source.text.indexOf('?>', offset) + 2;
      this.#diagnostics.warning(
        'misplaced-xml-declaration',
        { source: this.#source, offset: Math.max(this.#source.text.lastIndexOf('<?', offset), 0) },
        'The XML declaration does not stand at the very beginning of the file, as XML demands.',
        'It is passed over; the rest of the file is read.',
      );
      return;
    }
    const open = this.#open.at(-1);
    const inside =
      open === undefined ? '' : ` (inside <${open.name}> of line ${this.#source.position(open.offset).line})`;
    throw new Refusal('not-well-formed', offset, `The XML is not well-formed: ${message.replace(/\.$/, '')}${inside}.`);
  }

  #unbound(prefix: string): void {
    if (this.#unboundPrefixes.has(prefix)) return;
    this.#unboundPrefixes.add(prefix);
    this.#diagnostics.warning(
      'unbound-prefix',
      { source: this.#source, offset: this.#tagStart },
      `The prefix "${prefix}" is used here but never declared (xmlns:${prefix}=…), which breaks XML namespaces.`,
      'It is read as if it were bound to its customary namespace.',
    );
  }

  #opened(tag: SaxesTagPlain): void {
    this.#textStart = this.#parser.position;
    this.#depth++;
    if (this.#depth > maximumDepth) {
      throw new Refusal('too-deep', this.#tagStart, `Elements are nested more than ${maximumDepth} levels deep.`);
    }
    const sap = this.#attributes(tag.attributes);
    if (this.#skipped > 0) {
      this.#skipped++;
      return;
    }
    const { local, namespace, csdl } = this.#scope.element(tag.name);
    const parent = this.#open.at(-1);
    if (parent === undefined && local !== 'Edmx' && local !== 'Schema') {
      const problem = `The root element is <${tag.name}>, so this is no OData metadata (an <edmx:Edmx> or <Schema>).`;
      throw new Refusal('no-metadata', this.#tagStart, problem);
    }
    if (!this.#isKept(tag, local, csdl, parent)) {
      this.#skipped = 1;
      return;
    }
    if (++this.#elements > maximumElements) {
      throw new Refusal('too-many-elements', this.#tagStart, `The file holds more than ${maximumElements} elements.`);
    }
    const element: CsdlElement = {
      name: local,
      namespace,
      attributes: tag.attributes,
      sap,
      children: [],
      text: '',
      source: this.#source,
      offset: this.#tagStart,
    };
    if (parent) parent.children.push(element);
    else this.root = element;
    this.#open.push(element);
  }

  #isKept(tag: SaxesTagPlain, local: string, csdl: boolean, parent: CsdlElement | undefined): boolean {
    if (parent === undefined) return true;
    if (!csdl) return false;
    if (!mayStandIn(local, parent.name)) {
      this.#diagnostics.warning(
        'unexpected-element',
        { source: this.#source, offset: this.#tagStart },
        `An element <${tag.name}> may not stand in <${parent.name}>.`,
        `It is dropped with everything in it${tag.attributes.Name ? ` (Name="${tag.attributes.Name}")` : ''}.`,
      );
      return false;
    }
    if (local === 'Annotation') return tag.attributes.Term === undefined || mayBeUnderstood(tag.attributes.Term);
    return !isDesignerElement(local);
  }

  /** Opens a namespace scope where the tag declares one, renames prefixed attributes in place and returns those of SAP. */
  #attributes(attributes: Record<string, string>): string[] | undefined {
    let prefixed: string[] | undefined;
    let declared: Map<string, string> | undefined;
    for (const name in attributes) {
      if (name.startsWith('xmlns') && (name.length === 5 || name[5] === ':')) {
        declared ??= new Map();
        declared.set(name.slice(6), attributes[name] ?? '');
      } else if (name.includes(':')) {
        prefixed ??= [];
        prefixed.push(name);
      }
    }
    if (declared) {
      this.#scope = new NamespaceScope(this.#depth, declared, (prefix) => this.#unbound(prefix), this.#scope);
    }
    if (prefixed === undefined) return undefined;
    let sap: string[] | undefined;
    for (const name of prefixed) {
      const canonical = this.#scope.attribute(name);
      const value = attributes[name] ?? '';
      if (canonical?.startsWith('sap:')) {
        sap ??= [];
        sap.push(canonical.slice(4), value);
      } else if (canonical !== undefined && canonical !== name) {
        attributes[canonical] = value;
      }
    }
    return sap;
  }

  #closed(): void {
    this.#textStart = this.#parser.position;
    if (this.#scope.depth === this.#depth && this.#scope.parent) this.#scope = this.#scope.parent;
    this.#depth--;
    if (this.#skipped > 0) this.#skipped--;
    else this.#open.pop();
  }

  #text(text: string): void {
    if (this.#skipped > 0) return;
    const parent = this.#open.at(-1);
    if (parent === undefined) return;
    if (takesText(parent.name)) {
      parent.text += text;
      return;
    }
    const visible = text.trim();
    if (visible === '') return;
    const source = this.#source;
    const offset =
      this.#textStart + Math.max(source.text.slice(this.#textStart, this.#parser.position).search(/\S/), 0);
    this.#diagnostics.warning(
      'stray-text',
      { source, offset },
      `Text stands in <${parent.name}>, where it belongs to no element: "${visible.slice(0, 60)}".`,
      'The text is passed over.',
    );
  }
}
