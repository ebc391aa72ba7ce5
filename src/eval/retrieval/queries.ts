import { readFile } from 'node:fs/promises';
import { GroundrailError } from '../../base/index.ts';
import type { GoldElement } from './metrics.ts';

/** A query with what it should find; ids are `<service>/<EntitySet>`. */
export interface GoldQuery {
  readonly id: string;
  readonly type: string;
  readonly query: string;
  readonly gold: readonly GoldElement[];
  /** Id of the process the query is about, where there is one. */
  readonly process?: string;
}

/** Reads a JSON Lines file of queries. Throws a `usage` error that names file, line and what is wrong. */
export async function readQueries(file: string): Promise<GoldQuery[]> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new GroundrailError('path-unreadable', { path: file, reason: cause.code ?? cause.message }, { cause });
  });
  const queries = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [readQuery(line, file, at + 1)]));
  if (queries.length === 0)
    throw new GroundrailError('usage', { problem: `${file} holds no query. Give one JSON object a line.` });
  return queries;
}

function readQuery(line: string, file: string, lineNumber: number): GoldQuery {
  const fail = (problem: string, cause?: unknown) =>
    new GroundrailError('usage', { problem: `${file}:${lineNumber}: ${problem}` }, { cause });
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw fail('this line is not JSON. Give one object a line.', cause);
  }
  if (!isRecord(value) || typeof value.query !== 'string' || !Array.isArray(value.gold) || value.gold.length === 0) {
    throw fail('a query needs "query" (text) and "gold" (a list that is not empty).');
  }
  const gold = value.gold.map((element) => {
    const ids = readElement(element);
    if (ids === undefined) throw fail('a gold element is {"service", "entitySet"} or {"anyOf": [...]} of such.');
    return ids;
  });
  return {
    id: typeof value.id === 'string' ? value.id : String(lineNumber),
    type: typeof value.type === 'string' ? value.type : 'untyped',
    query: value.query,
    gold,
    ...(typeof value.process === 'string' ? { process: value.process } : {}),
  };
}

function readElement(element: unknown): GoldElement | undefined {
  if (!isRecord(element)) return undefined;
  const members = Array.isArray(element.anyOf) ? element.anyOf : [element];
  const ids: string[] = [];
  for (const member of members) {
    if (!isRecord(member) || typeof member.service !== 'string' || typeof member.entitySet !== 'string')
      return undefined;
    ids.push(`${member.service}/${member.entitySet}`);
  }
  return ids.length === 0 ? undefined : ids;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
