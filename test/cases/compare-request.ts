import { isDeepStrictEqual } from 'node:util';
import { show } from './compare.ts';
import { asList, asText, type Fields, fieldsOf, onlyKeys } from './expectation.ts';

/** A request as it left the product. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

const requestKeys = [
  'method',
  'url',
  'headers',
  'headersAbsent',
  'headersMatch',
  'rawHas',
  'rawLacks',
  'body',
  'bodyHas',
];
const ignoredOptions = new Set(['$format', '$count', '$inlinecount', 'sap-client', 'sap-language']);

/** Where a request differs from the expected one; empty: it fits. */
export function requestProblems(expected: Fields, sent: SentRequest): string[] {
  onlyKeys(expected, requestKeys, 'request');
  const problems: string[] = [];
  const methods = asList(expected.method);
  if (methods.length > 0 && !methods.includes(sent.method))
    problems.push(`expected ${methods.join(' or ')}, came ${sent.method}`);
  const urls = asList(expected.url).map((url) => asText(url, 'url'));
  if (urls.length > 0 && !urls.some((url) => sameUrl(url, sent.url)))
    problems.push(`expected ${urls.join(' or ')}, came ${sent.url}`);
  for (const part of asList(expected.rawHas))
    if (!sent.url.includes(asText(part, 'rawHas'))) problems.push(`the URL ${sent.url} lacks ${show(part)}`);
  for (const part of asList(expected.rawLacks))
    if (sent.url.includes(asText(part, 'rawLacks'))) problems.push(`the URL ${sent.url} holds ${show(part)}`);
  for (const [name, value] of Object.entries(fieldsOf(expected.headers ?? {}, 'headers'))) {
    const came = sent.headers.get(name);
    if (!sameHeader(name.toLowerCase(), String(value), came))
      problems.push(`expected ${name}: ${String(value)}, came ${came ?? 'none'}`);
  }
  for (const name of asList(expected.headersAbsent))
    if (sent.headers.has(asText(name, 'headersAbsent'))) problems.push(`expected no header ${String(name)}`);
  for (const [name, pattern] of Object.entries(fieldsOf(expected.headersMatch ?? {}, 'headersMatch'))) {
    if (!new RegExp(asText(pattern, name)).test(sent.headers.get(name) ?? ''))
      problems.push(`expected ${name} like ${String(pattern)}, came ${sent.headers.get(name) ?? 'none'}`);
  }
  if (expected.body !== undefined && !isDeepStrictEqual(parsed(sent.body), expected.body))
    problems.push(`expected the body ${show(expected.body)}, came ${sent.body}`);
  for (const part of asList(expected.bodyHas))
    if (!sent.body.includes(asText(part, 'bodyHas'))) problems.push(`the body ${show(sent.body)} lacks ${show(part)}`);
  return problems;
}

/** Same scheme, host, path segments and query pairs, each percent-decoded once; a plus is never a space. */
export function sameUrl(expected: string, sent: string): boolean {
  const [a, b] = [new URL(expected), new URL(sent)];
  if (a.protocol !== b.protocol || a.host !== b.host) return false;
  if (!isDeepStrictEqual(segments(a), segments(b))) return false;
  const named = new Set(pairs(a).map(([name]) => name));
  const relevant = (url: URL): string[] =>
    pairs(url)
      .filter(([name = '']) => named.has(name) || !ignoredOptions.has(name))
      .map((pair) => JSON.stringify(pair))
      .sort();
  return isDeepStrictEqual(relevant(a), relevant(b));
}

function segments(url: URL): string[] {
  return url.pathname.split('/').map((segment) => decodeURIComponent(segment));
}

function pairs(url: URL): string[][] {
  const query = url.search.slice(1);
  if (query === '') return [];
  return query.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
  });
}

function sameHeader(name: string, expected: string, came: string | null): boolean {
  if (came === null) return false;
  if (name === 'accept' || name === 'content-type') return came.toLowerCase().startsWith(expected.toLowerCase());
  if (name === 'cookie') return isDeepStrictEqual(cookies(expected), cookies(came));
  if (expected.toLowerCase() === 'fetch') return came.toLowerCase() === 'fetch';
  return came === expected;
}

function cookies(text: string): string[] {
  return text
    .split(';')
    .map((pair) => pair.trim())
    .sort();
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
