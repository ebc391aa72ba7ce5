import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { asList, asText, type Fields, fieldsOf } from './expectation.ts';

/** One regression case: a folder with inputs and an expect.yaml. */
export interface RegressionCase {
  /** `odata/01-container-apart-from-types`. */
  readonly name: string;
  readonly area: string;
  readonly folder: string;
  readonly check: string;
  /** Input file names, the one to load first. */
  readonly inputs: readonly string[];
  /** All of expect.yaml. */
  readonly expect: Fields;
}

/** Finds the cases under a folder of areas, under one area, or the one case that the folder is. */
export function findCases(root: string): RegressionCase[] {
  if (existsSync(join(root, 'expect.yaml'))) return [readCase(root)];
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .flatMap((name) => findCases(join(root, name)));
}

/** Bytes of an input of the case. */
export function readInput(folder: string, name: string): Uint8Array {
  return readFileSync(join(folder, name));
}

function readCase(folder: string): RegressionCase {
  const area = basename(dirname(folder));
  const expect = fieldsOf(parse(readFileSync(join(folder, 'expect.yaml'), 'utf8')), 'expect.yaml');
  return {
    name: `${area}/${basename(folder)}`,
    area,
    folder,
    check: asText(expect.check ?? '', 'check'),
    inputs: asList(expect.input ?? []).map((name) => asText(name, 'input')),
    expect,
  };
}
