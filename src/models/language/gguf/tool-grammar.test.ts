import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCall } from './chat-items.ts';
import { toolGrammar } from './tool-grammar.ts';

const filter = {
  type: 'object',
  properties: { property: { type: 'string' }, op: { enum: ['eq', 'in'] }, value: {} },
  required: ['property', 'op'],
  additionalProperties: false,
};
const tools = [
  {
    name: 'search',
    description: '',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string' }, k: { type: 'integer' } },
      required: ['query'],
      additionalProperties: false,
    },
  },
  {
    name: 'call',
    description: '',
    inputSchema: {
      type: 'object',
      properties: {
        etag: { type: 'string' },
        key: { type: 'object', additionalProperties: {} },
        operation: { const: 'create' },
        filter: { type: 'array', items: filter },
        note: { anyOf: [{ type: 'number' }, { type: 'null' }, { type: ['boolean', 'string'] }] },
        texts: { type: 'object', additionalProperties: { type: 'string' } },
        tree: { $ref: '#/$defs/tree' },
      },
      required: ['operation'],
      additionalProperties: false,
      $defs: {
        tree: {
          type: 'object',
          properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
          required: ['name'],
          additionalProperties: false,
        },
      },
    },
  },
  { name: 'done', description: '', inputSchema: { type: 'object', properties: {}, additionalProperties: false } },
];
const grammar = readGrammar(toolGrammar(tools));
const accepts = (text: string): boolean => grammar(text);

describe('the grammar of tools', () => {
  it.each([
    { name: 'search', input: { query: 'order' } },
    { name: 'search', input: { query: 'a "b" \\ ü\n', k: -12 } },
    { name: 'call', input: { operation: 'create' } },
    { name: 'call', input: { etag: 'W/"1"', operation: 'create' } },
    { name: 'call', input: { key: { A: 1.5, B: [true, null, {}] }, operation: 'create', note: null } },
    { name: 'call', input: { operation: 'create', filter: [], note: 2.25 } },
    { name: 'call', input: { operation: 'create', filter: [{ property: 'A', op: 'in', value: ['x'] }], note: false } },
    { name: 'call', input: { operation: 'create', texts: { en: 'a', de: 'b' } } },
    { name: 'call', input: { operation: 'create', tree: { name: 'a', children: [{ name: 'b', children: [] }] } } },
    { name: 'done', input: {} },
  ])('accepts %j', (call) => {
    expect(accepts(writeCall({ id: '', ...call }))).toBe(true);
  });

  it.each([
    { name: 'delete', input: {} },
    { name: 'search', input: {} },
    { name: 'search', input: { k: 1 } },
    { name: 'search', input: { query: 7 } },
    { name: 'search', input: { query: 'x', page: 1 } },
    { name: 'search', input: { query: 'x', k: 1.5 } },
    { name: 'call', input: { operation: 'delete' } },
    { name: 'call', input: { operation: 'create', filter: [{ property: 'A', op: 'like' }] } },
    { name: 'call', input: { operation: 'create', note: {} } },
    { name: 'call', input: { operation: 'create', texts: { en: 1 } } },
    { name: 'call', input: { operation: 'create', tree: { children: [] } } },
    { name: 'done', input: { answer: 'x' } },
  ])('accepts nothing else: %j', (call) => {
    expect(accepts(writeCall({ id: '', ...call }))).toBe(false);
  });

  it('accepts no text around a call, and no half of one', () => {
    const call = writeCall({ id: '', name: 'done', input: {} });
    for (const text of ['', ` ${call}`, `${call} `, `Sure! ${call}`, call.slice(0, -1), call + call]) {
      expect(accepts(text)).toBe(false);
    }
  });

  it('accepts any arguments that the schema allows, and what it accepts is JSON', () => {
    const argument = fc.record(
      {
        etag: fc.string(),
        key: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))),
        operation: fc.constant('create'),
        filter: fc.array(fc.record({ property: fc.string(), op: fc.constantFrom('eq', 'in') })),
      },
      { requiredKeys: ['operation'] },
    );
    fc.assert(
      fc.property(argument, (input) => {
        const text = writeCall({ id: '', name: 'call', input });
        expect(accepts(text)).toBe(true);
        expect(JSON.parse(text)).toEqual({ name: 'call', arguments: JSON.parse(JSON.stringify(input)) });
      }),
      { numRuns: 60 },
    );
  });

  it('takes what it does not understand as any JSON', () => {
    const odd = [{ name: 'odd', description: '', inputSchema: { allOf: [{ type: 'object' }, {}] } }];
    expect(readGrammar(toolGrammar(odd))(writeCall({ id: '', name: 'odd', input: { a: [1] } }))).toBe(true);
  });
});

/** A matcher for the part of GBNF that is used: literals, classes, groups, alternatives, repetition. */
function readGrammar(text: string): (input: string) => boolean {
  type Match = (input: string, at: number) => Iterable<number>;
  const rules = new Map<string, Match>();
  for (const line of text.split('\n')) {
    const [, name = '', body = ''] = /^(\S+) ::= (.*)$/.exec(line) ?? expect.unreachable(`no rule: ${line}`);
    if (rules.has(name)) throw new Error(`The rule ${name} is there twice.`);
    rules.set(name, read(body));
  }
  const root = rules.get('root') ?? expect.unreachable();
  return (input) => {
    for (const end of root(input, 0)) if (end === input.length) return true;
    return false;
  };

  function read(body: string): Match {
    const tokens = body.match(/"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|\{\d+(?:,\d+)?\}|[()|*?]|[\w-]+/g) ?? [];
    let next = 0;
    const match = alternatives();
    if (next !== tokens.length) throw new Error(`cannot read: ${body}`);
    return match;

    function alternatives(): Match {
      const all = [sequence()];
      while (tokens[next] === '|') {
        next++;
        all.push(sequence());
      }
      return function* (input, at) {
        for (const one of all) yield* one(input, at);
      };
    }

    function sequence(): Match {
      const parts: Match[] = [];
      while (next < tokens.length && tokens[next] !== '|' && tokens[next] !== ')') parts.push(repeated());
      const from = (index: number): Match =>
        function* (input, at) {
          const part = parts[index];
          if (part === undefined) yield at;
          else for (const end of part(input, at)) yield* from(index + 1)(input, end);
        };
      return from(0);
    }

    function repeated(): Match {
      const inner = single();
      const token = tokens[next] ?? '';
      const range = token === '*' ? [0, 1e9] : token === '?' ? [0, 1] : /^\{/.test(token) ? counts(token) : undefined;
      if (range === undefined) return inner;
      next++;
      const [least = 0, most = least] = range;
      const times = (done: number): Match =>
        function* (input, at) {
          if (done < most) for (const end of inner(input, at)) if (end > at) yield* times(done + 1)(input, end);
          if (done >= least) yield at;
        };
      return times(0);
    }

    function counts(token: string): number[] {
      return token.slice(1, -1).split(',').map(Number);
    }

    function single(): Match {
      const token = tokens[next++] ?? '';
      if (token === '(') {
        const inner = alternatives();
        if (tokens[next++] !== ')') throw new Error(`no end of group: ${body}`);
        return inner;
      }
      if (token.startsWith('"')) {
        const text = token.slice(1, -1).replace(/\\(.)/g, (_, c: string) => (c === 'n' ? '\n' : c));
        return function* (input, at) {
          if (input.startsWith(text, at)) yield at + text.length;
        };
      }
      if (token.startsWith('[')) {
        const set = new RegExp(`^${token}$`, 'u');
        return function* (input, at) {
          const c = String.fromCodePoint(input.codePointAt(at) ?? 0);
          if (at < input.length && set.test(c)) yield at + c.length;
        };
      }
      return function* (input, at) {
        yield* (rules.get(token) ?? expect.unreachable(`no rule ${token}`))(input, at);
      };
    }
  }
}

it('narrows the strings of parameters to the values that exist, and nothing else', () => {
  const narrow = toolGrammar(tools, { query: ['a "b"', 'c'], k: ['1'], etag: [], other: ['x'] });
  expect(narrow).toContain('tool0-0 ::= "\\"a \\\\\\"b\\\\\\"\\"" | "\\"c\\""');
  expect(narrow.replace(/^tool0-0 ::= .*\n/m, '').replaceAll('tool0-0', 'string')).toBe(toolGrammar(tools));
});
