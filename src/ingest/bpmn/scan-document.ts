import { SaxesParser } from 'saxes';
import type { Finding } from '../../base/index.ts';
import { LineIndex } from '../line-index.ts';
import {
  bpmnNamespace,
  bpmnTypeOf,
  customaryPrefixes,
  declaredNamespaces,
  splitName,
  unprefixedAttributes,
} from './namespaces.ts';

/** The namespace of the extension element `binding`. */
export const bindingNamespace = 'urn:groundrail:bpmn:1';

const diagramNamespace = 'http://www.omg.org/spec/BPMN/20100524/DI';
const maxDepth = 256;
const maxErrors = 100;
const maxElements = 100_000;

/** An element of the BPMN namespace, or a binding, as written; line and column are 1-based and point to its `<`. */
export interface ScannedElement {
  readonly index: number;
  readonly name: string;
  readonly binding: boolean;
  /** Unprefixed attributes by name; of a repeated one the first counts. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Local name of the `xsi:type`, where it is one of BPMN. */
  readonly type?: string;
  readonly parent: ScannedElement | undefined;
  readonly line: number;
  readonly column: number;
  text: string;
  /** Where the text begins. */
  textAt?: { readonly line: number; readonly column: number };
}

interface Frame {
  element: ScannedElement | undefined;
  /** Inside a diagram or a foreign element: nothing below is kept. */
  skipped: boolean;
  namespaces: ReadonlyMap<string, string>;
}

class Refusal extends Error {
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(finding.message);
    this.finding = finding;
  }
}

/** The elements of a BPMN document in document order, diagrams and foreign elements left out; never follows a doctype and stops at depth 256. */
export function scanDocument(
  text: string,
  path: string,
): { elements: readonly ScannedElement[]; findings: Finding[]; refused: boolean } {
  const scan = new Scan(text, path);
  try {
    scan.run();
    return { elements: scan.elements, findings: scan.findings, refused: false };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { elements: [], findings: [...scan.findings, error.finding], refused: true };
  }
}

class Scan {
  readonly elements: ScannedElement[] = [];
  readonly findings: Finding[] = [];
  readonly #text: string;
  readonly #path: string;
  readonly #lines: LineIndex;
  readonly #parser = new SaxesParser({ position: true });
  readonly #stack: Frame[] = [];
  #attributes: [string, string][] = [];
  /** Offset of the tag that is being read, and the offset behind the last tag or comment. */
  #start = 0;
  #textStart = 0;
  readonly #undeclared = new Set<string>();
  #errors = 0;
  #damagedTag = false;

  constructor(text: string, path: string) {
    this.#text = text;
    this.#path = path;
    this.#lines = new LineIndex(text);
  }

  run(): void {
    const parser = this.#parser;
    parser.on('error', (error) => this.#fail(error.message));
    parser.on('doctype', () =>
      this.#refuse('doctype', 'It has a document type declaration, which is never read. Remove it.'),
    );
    parser.on('opentagstart', () => {
      this.#attributes = [];
      this.#start = this.#text.lastIndexOf('<', parser.position - 1);
    });
    parser.on('attribute', ({ name, value }) => this.#attributes.push([name, showAmpersands(value)]));
    parser.on('opentag', ({ name }) => {
      this.#textStart = parser.position;
      this.#open(name);
    });
    parser.on('closetag', () => {
      this.#textStart = parser.position;
      this.#stack.pop();
    });
    parser.on('comment', () => {
      this.#textStart = parser.position;
    });
    parser.on('text', (text) => this.#write(text));
    parser.on('cdata', (text) => this.#write(text));
    parser.write(this.#hideAmpersands()).close();
    if (this.elements.length === 0) this.#refuse('not-bpmn', 'It holds no element of BPMN 2.0.', 1, 1);
  }

  /** A bare ampersand, which XML forbids, would swallow what follows: it is warned about, and hidden from the parser without moving anything. */
  #hideAmpersands(): string {
    const bare = bareAmpersands(this.#text);
    if (bare.length === 0) return this.#text;
    for (const offset of bare.slice(0, maxErrors)) {
      this.findings.push({
        rule: 'not-well-formed',
        severity: 'warning',
        path: this.#path,
        ...this.#lines.at(offset),
        message: 'A bare & stands here; XML writes it as &amp;.',
        effect: 'It is read as the character itself.',
      });
    }
    let from = 0;
    const parts = bare.map((offset) => {
      const part = this.#text.slice(from, offset);
      from = offset + 1;
      return part;
    });
    return [...parts, this.#text.slice(from)].join(hiddenAmpersand);
  }

  #open(qualifiedName: string): void {
    const outer = this.#stack.at(-1);
    if (this.#stack.length >= maxDepth) this.#refuse('depth', `Elements are nested more than ${maxDepth} deep.`);
    const namespaces = declaredNamespaces(outer?.namespaces ?? new Map(), this.#attributes);
    const { prefix, local } = splitName(qualifiedName);
    const namespace = namespaces.get(prefix) ?? customaryPrefixes.get(prefix);
    const { line, column } = this.#lines.at(this.#start);
    this.#checkPrefixes([qualifiedName, ...this.#attributes.map(([name]) => name)], namespaces, line, column);
    if (outer === undefined) this.#checkRoot(local, prefix, namespace, line, column);
    const kept =
      outer?.skipped !== true &&
      outer?.element?.binding !== true &&
      (namespace === bpmnNamespace || namespace === bindingNamespace);
    if (!kept) {
      this.#noteForeign(qualifiedName, namespace, outer, line, column);
      this.#stack.push({ element: outer?.element, skipped: true, namespaces });
      return;
    }
    if (this.elements.length >= maxElements) this.#refuse('size', `It holds more than ${maxElements} elements.`);
    const type = bpmnTypeOf(this.#attributes, namespaces);
    const element: ScannedElement = {
      index: this.elements.length,
      name: local,
      binding: namespace === bindingNamespace,
      attributes: unprefixedAttributes(this.#attributes),
      ...(type !== undefined && { type }),
      parent: outer?.element,
      line,
      column,
      text: '',
    };
    this.elements.push(element);
    this.#stack.push({ element, skipped: false, namespaces });
  }

  #checkRoot(local: string, prefix: string, namespace: string | undefined, line: number, column: number): void {
    if (local === 'definitions' && namespace === bpmnNamespace) return;
    const unnamed = prefix === '' ? 'no namespace' : `the undeclared prefix ${prefix}`;
    const where = namespace === undefined ? unnamed : `the namespace ${namespace}`;
    this.#refuse(
      'not-bpmn',
      `The root element is ${local} of ${where}; BPMN 2.0 begins with definitions of the namespace ${bpmnNamespace}.`,
      line,
      column,
    );
  }

  /** One warning for each prefix that is never declared, at its first use. */
  #checkPrefixes(
    names: readonly string[],
    namespaces: ReadonlyMap<string, string>,
    line: number,
    column: number,
  ): void {
    for (const name of names) {
      const { prefix } = splitName(name);
      if (prefix === '' || /^xml(?:ns)?$/.test(prefix) || namespaces.has(prefix) || this.#undeclared.has(prefix))
        continue;
      this.#undeclared.add(prefix);
      this.findings.push({
        rule: 'undeclared-prefix',
        severity: 'warning',
        path: this.#path,
        line,
        column,
        message: `The prefix ${prefix} of ${name} is never declared; add xmlns:${prefix} to the root element.`,
        effect: customaryPrefixes.has(prefix)
          ? 'It is read as what it customarily means.'
          : 'What bears it is ignored.',
      });
    }
  }

  #noteForeign(
    name: string,
    namespace: string | undefined,
    outer: Frame | undefined,
    line: number,
    column: number,
  ): void {
    const parent = outer?.element;
    if (outer?.skipped !== false || parent === undefined || parent.binding) return;
    if (namespace === diagramNamespace || ['extensionElements', 'documentation', 'text'].includes(parent.name)) return;
    this.findings.push({
      rule: 'unknown-element',
      severity: 'info',
      path: this.#path,
      line,
      column,
      message: `<${name}> is no element of BPMN 2.0 and stands outside extensionElements.`,
      effect: 'It is left out with all that it holds.',
    });
  }

  #write(text: string): void {
    const element = this.#stack.at(-1)?.element;
    if (element === undefined || text.trim() === '' || element.name === 'extensionElements') return;
    if (this.#stack.at(-1)?.skipped && element.name !== 'documentation') return;
    element.textAt ??= this.#lines.at(this.#textStart + Math.max(0, this.#text.slice(this.#textStart).search(/\S/)));
    element.text += showAmpersands(text);
  }

  /** Errors inside a tag cost an attribute; errors of the structure cost the document. */
  #fail(message: string): void {
    const [, line = '1', column = '1', problem = message] = /^(\d+):(\d+): ([\s\S]*)$/.exec(message) ?? [];
    const structural = /\btag\b|unexpected end|root|incorrect syntax/.test(problem) && !/outside of root/.test(problem);
    if (/attribute/.test(problem)) this.#damagedTag = true;
    if ((structural && !(this.#damagedTag && /unexpected close tag/.test(problem))) || this.#errors >= maxErrors) {
      this.#refuse(
        'not-well-formed',
        `It is not well-formed XML: ${problem.replace(/\.$/, '')}.`,
        Number(line),
        Number(column),
      );
    }
    this.#errors++;
    this.findings.push({
      rule: 'not-well-formed',
      severity: 'warning',
      path: this.#path,
      line: Number(line),
      column: Number(column),
      message: `This is not well-formed XML: ${problem.replace(/\.$/, '')}.`,
      effect: 'What is meant is guessed; the rest is read.',
    });
  }

  #refuse(rule: string, message: string, line = this.#parser.line, column = Math.max(1, this.#parser.column)): never {
    throw new Refusal({
      rule,
      severity: 'error',
      path: this.#path,
      line,
      column,
      message,
      effect: 'Nothing of this file is loaded.',
    });
  }
}

const hiddenAmpersand = '\uE000';

/** Offsets of ampersands that begin no reference, those in comments and CDATA left out. */
function bareAmpersands(text: string): number[] {
  const offsets: number[] = [];
  const token = /<!\[CDATA\[|<!--|&/g;
  const reference = /&#?\w{1,32};/y;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '&') {
      reference.lastIndex = match.index;
      if (!reference.test(text)) offsets.push(match.index);
      continue;
    }
    const end = text.indexOf(match[0] === '<!--' ? '-->' : ']]>', token.lastIndex);
    if (end < 0) break;
    token.lastIndex = end;
  }
  return offsets;
}

function showAmpersands(text: string): string {
  return text.replaceAll(hiddenAmpersand, '&');
}
