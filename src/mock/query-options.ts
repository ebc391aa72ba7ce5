import { MockFault } from './fault.ts';
import { type FilterNode, parseFilter } from './filter.ts';
import { splitList } from './resource-path.ts';

/** The system query options of a request, parsed. */
export interface QueryOptions {
  filter?: FilterNode;
  select?: string[];
  expand: Map<string, QueryOptions>;
  orderby: { path: string; descending: boolean }[];
  top?: number;
  skip?: number;
  count: boolean;
  search?: string;
  skipToken?: number;
  /** Options without `$`: parameters of function imports, and SAP's own. */
  custom: Map<string, string>;
}

const known = new Set([
  'filter',
  'select',
  'expand',
  'orderby',
  'top',
  'skip',
  'count',
  'inlinecount',
  'search',
  'skiptoken',
  'format',
  'levels',
]);

/** Parses a raw query string; `+` is a plus, never a space. Unknown system options are refused, as the standard demands. */
export function parseQuery(text: string): QueryOptions {
  const pairs = text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
    });
  return readOptions(pairs as [string, string][], true);
}

function readOptions(pairs: readonly [string, string][], root: boolean): QueryOptions {
  const options: QueryOptions = { expand: new Map(), orderby: [], count: false, custom: new Map() };
  for (const [name, value] of pairs) {
    if (!name.startsWith('$')) {
      options.custom.set(name, value);
      continue;
    }
    if (!known.has(name.slice(1))) throw bad(name, `The query option ${name} is not known.`);
    switch (name) {
      case '$filter':
        options.filter = parseFilter(value);
        break;
      case '$select':
        options.select = splitList(value).filter((item) => item !== '*');
        if (options.select.length === 0) delete options.select;
        break;
      case '$expand':
        for (const item of splitList(value)) addExpand(options, item);
        break;
      case '$orderby':
        options.orderby = splitList(value).map((item) => {
          const [path = '', direction = 'asc'] = item.split(/\s+/);
          return { path, descending: direction === 'desc' };
        });
        break;
      case '$top':
      case '$skip':
      case '$skiptoken': {
        const number = Number(value);
        if (!/^\d+$/.test(value)) throw bad(name, `${name} must be a whole number, not "${value}".`);
        if (name === '$top') options.top = number;
        else if (name === '$skip') options.skip = number;
        else options.skipToken = number;
        break;
      }
      case '$count':
        options.count = value === 'true';
        break;
      case '$inlinecount':
        options.count = value === 'allpages';
        break;
      case '$search':
        options.search = value;
        break;
      case '$format':
        if (root && !/^(json|application\/json.*|xml|atom)$/.test(value))
          throw bad(name, `The format ${value} is not supported.`);
        break;
    }
  }
  return options;
}

/** `to_Item/to_ScheduleLine` (V2) and `_Item($expand=_ScheduleLine;$top=3)` (V4) become nested options. */
function addExpand(options: QueryOptions, item: string): void {
  const open = item.indexOf('(');
  const path = open < 0 ? item : item.slice(0, open);
  const nested = open < 0 ? [] : splitList(item.slice(open + 1, -1), ';').map((part) => splitOption(part));
  const [first = '', ...rest] = path.split('/');
  const inner = options.expand.get(first) ?? readOptions(nested, false);
  options.expand.set(first, inner);
  if (rest.length > 0) addExpand(inner, rest.join('/'));
}

function splitOption(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw bad(text, `The query option ${text} is not percent-encoded correctly.`);
  }
}

function bad(path: string, message: string): MockFault {
  return new MockFault(400, 'GRM/QUERY', message, [{ kind: 'request', path, message }]);
}
