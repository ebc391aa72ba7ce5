import { defined } from '../defined.ts';
import type { ServiceDescription } from '../service-description.ts';
import type { YamlMap } from './yaml-document.ts';
import type { YamlReader } from './yaml-reader.ts';

const keys = [
  'id',
  'metadata',
  'annotations',
  'title',
  'description',
  'domain',
  'url',
  'auth',
  'required',
  'order',
  'allow',
  'requests',
];
const writes = /^(?:(?:create|update|delete) \S+|action:\S+(?: \S+)?|(?:GET|PUT|POST|DELETE|PATCH|OPTIONS|HEAD) \S+)$/;

/** The keys of a service but for its files; undefined where it has no usable id. */
export function readServiceEntry(map: YamlMap, reader: YamlReader): ServiceDescription | undefined {
  reader.checkKeys(map, keys, 'service');
  const id = reader.required(map, 'id', 'service');
  if (id === undefined) return undefined;
  if (/[\s/#()\p{Cc}\p{Cf}]/u.test(id)) {
    reader.report(
      'error',
      'wrong-value',
      map.entries.get('id') ?? map,
      `The service id ${id} holds a space, a slash, a #, a parenthesis or a character that cannot be seen.`,
      'The service is left out; give it another id.',
    );
    return undefined;
  }
  const allow = reader.texts(map.entries.get('allow'), 'allow').flatMap(({ text, line, column }) => {
    if (writes.test(text)) return text;
    const message = `allow has the entry ${text}; an entry is an operation and an EntitySet, as in "create A_PurchaseOrder".`;
    reader.report('error', 'wrong-value', { line, column }, message, 'Such writes keep needing an approval.');
    return [];
  });
  return defined<ServiceDescription>({
    id,
    title: reader.text(map, 'title'),
    description: reader.text(map, 'description'),
    domain: reader.text(map, 'domain'),
    url: readUrl(map, reader),
    required: reader.oneOf(map, 'required', ['auto', 'nullable', 'annotated']),
    order: reader.oneOf(map, 'order', ['warn', 'error', 'off']),
    allow: allow.length > 0 ? allow : undefined,
    auth: readAuth(map, reader),
    requests: readRequests(map, reader),
  });
}

const requestKeys = ['csrf', 'language', 'client', 'pageSize', 'prefer', 'batchFormat', 'projection'];

/** How requests are written; what goes into a header or an address is held to letters, digits and hyphens. */
function readRequests(map: YamlMap, reader: YamlReader): ServiceDescription['requests'] {
  const requests = reader.map(map.entries.get('requests'), 'requests');
  if (requests === undefined) return undefined;
  reader.checkKeys(requests, requestKeys, 'requests');
  const word = (key: string, shape: RegExp, what: string): string | undefined => {
    const text = reader.text(requests, key);
    if (text === undefined || shape.test(text)) return text;
    const place = requests.entries.get(key) ?? requests;
    reader.report('error', 'wrong-value', place, `${key} is ${text}; it has to be ${what}.`, 'The key is ignored.');
    return undefined;
  };
  const pageSize = word('pageSize', /^[1-9]\d{0,5}$/, 'a number from 1 to 999999');
  const settings = defined<NonNullable<ServiceDescription['requests']>>({
    csrf: reader.boolean(requests, 'csrf'),
    language: word('language', /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language, such as EN'),
    client: word('client', /^[A-Za-z0-9]{1,10}$/, 'the number of a client, such as "100"'),
    pageSize: pageSize === undefined ? undefined : Number(pageSize),
    prefer: reader.oneOf(requests, 'prefer', ['minimal', 'representation']),
    batchFormat: reader.oneOf(requests, 'batchFormat', ['multipart', 'json']),
    projection: reader.oneOf(requests, 'projection', ['as-called', 'specification']),
  });
  return Object.keys(settings).length === 0 ? undefined : settings;
}

function readUrl(map: YamlMap, reader: YamlReader): string | undefined {
  const url = reader.text(map, 'url');
  if (url === undefined) return undefined;
  const place = map.entries.get('url') ?? map;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    reader.report(
      'error',
      'wrong-value',
      place,
      `The url ${url} is no http or https address.`,
      'The service has no address.',
    );
    return undefined;
  }
  if (parsed.username !== '' || parsed.password !== '') {
    reportSecret(
      reader,
      place,
      'The url holds a user or password.',
      'The service has no address; use auth with variables of the environment.',
    );
    return undefined;
  }
  return url;
}

/** Keys of each kind of authentication; those of `secrets` may only name environment variables. */
const kinds: Readonly<
  Record<string, { keys: readonly string[]; optional?: readonly string[]; secrets: readonly string[] }>
> = {
  basic: { keys: ['user', 'password'], secrets: ['password'] },
  bearer: { keys: ['token'], secrets: ['token'] },
  apiKey: { keys: ['in', 'name', 'value'], secrets: ['value'] },
  oauth2: { keys: ['tokenUrl', 'clientId', 'clientSecret'], optional: ['scope'], secrets: ['clientSecret'] },
};
const reference = /^(?:(?:Basic|Bearer|ApiKey|Token) )?\$\{[A-Za-z_]\w*\}$/;

/** Keeps `${VARIABLE}` as it stands: it is looked up when a call is made, never here. */
function readAuth(map: YamlMap, reader: YamlReader): ServiceDescription['auth'] {
  const auth = reader.map(map.entries.get('auth'), 'auth');
  const kind = auth && reader.required(auth, 'kind', 'auth');
  if (auth === undefined || kind === undefined) return undefined;
  const shape = kinds[kind];
  const place = map.entries.get('auth') ?? auth;
  if (shape === undefined) {
    const message = `auth has the kind ${kind}; it can be ${Object.keys(kinds).join(', ')}.`;
    reader.report('error', 'wrong-value', place, message, 'Calls to the service will not be authenticated.');
    return undefined;
  }
  reader.checkKeys(auth, ['kind', ...shape.keys, ...(shape.optional ?? [])], `auth of the kind ${kind}`);
  const values: Record<string, string> = {};
  let usable = true;
  for (const key of [...shape.keys, ...(shape.optional ?? [])]) {
    const value = reader.text(auth, key);
    if (value === undefined) {
      if (shape.optional?.includes(key)) continue;
      reader.report('error', 'missing-key', auth, `auth of the kind ${kind} needs ${key}.`, 'It is not used.');
      usable = false;
    } else if (shape.secrets.includes(key) && !reference.test(value)) {
      const message = `The ${key} stands here in plain text; secrets come from the environment, as in ${key}: \${MY_${key.toUpperCase()}}.`;
      reportSecret(
        reader,
        auth.entries.get(key) ?? auth,
        message,
        'It is not read. If this file was shared, change the secret.',
      );
      usable = false;
    } else if (key === 'in' && value !== 'header' && value !== 'query') {
      reader.report(
        'error',
        'wrong-value',
        auth.entries.get(key) ?? auth,
        `in is ${value}; it can be header, query.`,
        'It is not used.',
      );
      usable = false;
    } else {
      values[key] = value;
    }
  }
  return usable ? { kind, ...values } : undefined;
}

function reportSecret(
  reader: YamlReader,
  place: { line: number; column: number },
  message: string,
  effect: string,
): void {
  reader.report('error', 'literal-secret', place, message, effect);
}
