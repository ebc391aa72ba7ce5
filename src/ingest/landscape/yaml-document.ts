import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Finding, Severity } from '../../base/index.ts';

const maxDepth = 64;
const maxNodes = 500_000;

/** A value of a YAML file with its place; `text` of a scalar is as written, so that the code 01 stays 01. */
export type YamlValue = { readonly line: number; readonly column: number } & (
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, YamlValue> }
  | { readonly kind: 'list'; readonly items: readonly YamlValue[] }
  | { readonly kind: 'scalar'; readonly value: unknown; readonly text: string }
);

export type YamlMap = Extract<YamlValue, { kind: 'map' }>;

/**
 * Reads a YAML file. A syntax error is an error finding with its line and gives no value. Aliases are followed within a budget, so that an
 * alias bomb or a value that holds itself is refused. `${NAME}` may stand unquoted anywhere, in flow collections too.
 */
export function readYaml(content: string, path: string): { value: YamlValue | undefined; findings: Finding[] } {
  const lines = new LineCounter();
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const fail = (offset: number, message: string) => ({
    value: undefined,
    findings: [report('yaml', 'error', path, at(offset), message, 'Nothing of this file is loaded.')],
  });
  const document = parse(content, lines);
  if (document === undefined) return fail(0, `The file is nested more than ${maxDepth} deep. Make it flat.`);
  const [error] = document.errors;
  if (error)
    return fail(error.pos[0], `This is not valid YAML: ${showReferences(error.message).replace(/\.?\s*$/, '.')}`);
  const findings: Finding[] = [];
  let nodes = 0;
  const convert = (node: Node | null, depth: number, offset: number): YamlValue => {
    const start = node?.range?.[0] ?? offset;
    if (++nodes > maxNodes || depth > maxDepth) throw new Oversize(start);
    if (node === null) return { kind: 'scalar', value: null, text: '', ...at(start) };
    if (isAlias(node)) {
      const target = node.resolve(document);
      if (target === undefined) throw new Oversize(start);
      return { ...convert(target, depth + 1, start), ...at(start) };
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => convert(item as Node | null, depth + 1, start));
      return { kind: 'list', items, ...at(start) };
    }
    if (isMap(node)) {
      const entries = new Map<string, YamlValue>();
      for (const pair of node.items) {
        const key = convert(pair.key as Node | null, depth + 1, start);
        const value = convert(pair.value as Node | null, depth + 1, start);
        const name = key.kind === 'scalar' ? key.text : '';
        if (entries.has(name)) {
          findings.push(
            report('yaml', 'error', path, key, `The key ${name} stands here a second time.`, 'The first one counts.'),
          );
        } else {
          // An entry is found where its key stands.
          entries.set(name, { ...value, line: key.line, column: key.column });
        }
      }
      return { kind: 'map', entries, ...at(start) };
    }
    if (isScalar(node)) {
      const value = typeof node.value === 'string' ? showReferences(node.value) : node.value;
      const text = typeof value === 'string' ? value : (node.source ?? String(value));
      return { kind: 'scalar', value, text, ...at(start) };
    }
    throw new Oversize(start);
  };
  try {
    return { value: convert(document.contents, 0, 0), findings };
  } catch (problem) {
    if (!(problem instanceof Oversize)) throw problem;
    return fail(
      problem.offset,
      `The file is nested more than ${maxDepth} deep, or holds more than ${maxNodes} values with its aliases written out. Make it flat, or split it.`,
    );
  }
}

/** Undefined where the parser, which goes down into nested values by calling itself, runs out of stack. */
function parse(content: string, lineCounter: LineCounter): Document | undefined {
  try {
    const document = parseDocument(hideReferences(content), { lineCounter, uniqueKeys: false, prettyErrors: false });
    return document.errors.some(({ message }) => message.includes('call stack')) ? undefined : document;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class Oversize extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super('oversize');
    this.offset = offset;
  }
}

// Braces end a plain scalar inside a flow collection; while YAML is parsed, those of a reference are characters that mean nothing to it.
function hideReferences(content: string): string {
  return content.replace(/\$\{([A-Za-z_]\w*)\}/g, '$\uE000$1\uE001');
}

function showReferences(text: string): string {
  return text.replaceAll('$\uE000', '$'.concat('{')).replaceAll('\uE001', '}');
}

function report(
  rule: string,
  severity: Severity,
  path: string,
  { line, column }: { line: number; column: number },
  message: string,
  effect: string,
): Finding {
  return { rule, severity, path, line, column, message, effect };
}
