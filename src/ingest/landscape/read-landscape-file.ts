import { readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Finding, GroundrailError } from '../../base/index.ts';
import { append } from '../append.ts';
import { decodeYaml, maxDocumentBytes } from '../decode.ts';
import type { Landscape, LandscapeService } from './landscape.ts';
import { readServiceEntry } from './service-entry.ts';
import { isGlob, type SourceFile, SourceFiles } from './source-files.ts';
import { readYaml, type YamlMap } from './yaml-document.ts';
import { YamlReader } from './yaml-reader.ts';

/** The name of the file that makes a folder a landscape. */
export const landscapeFile = 'landscape.yaml';

const lists = ['processes', 'bindings', 'valueHelp', 'vocabulary', 'effects', 'policies', 'library'] as const;
const keys = ['name', 'description', 'services', ...lists];

/**
 * Reads landscape.yaml and finds the files that it names. What is partly bad is left out with a finding.
 * Throws landscape-missing, path-unreadable, or landscape-invalid where the file is no YAML map at all.
 */
export async function readLandscapeFile(folder: string): Promise<{ landscape: Landscape; findings: Finding[] }> {
  const absolute = resolve(folder);
  const path = join(folder, landscapeFile);
  const decoded = decodeYaml(await readBytes(folder, path), landscapeFile);
  const { value, findings } = readYaml(decoded.text, landscapeFile);
  if (value?.kind !== 'map') {
    const [first] = findings;
    const problem = first?.message ?? 'It has to be a map of keys such as name and services.';
    throw new GroundrailError('landscape-invalid', { path, line: first?.line ?? value?.line ?? 1, problem });
  }
  const reader = new YamlReader(landscapeFile);
  append(reader.findings, [...decoded.findings, ...findings]);
  reader.checkKeys(value, keys, 'landscape');
  const files = new SourceFiles(absolute);
  const landscape: Landscape = {
    folder: absolute,
    name: reader.text(value, 'name') ?? basename(absolute),
    services: await readServices(value, reader, files),
    processes: [],
    bindings: [],
    valueHelp: [],
    vocabulary: [],
    effects: [],
    policies: [],
    library: [],
  };
  const description = reader.text(value, 'description');
  if (description !== undefined) landscape.description = description;
  for (const key of lists) landscape[key] = await findFiles(value, key, reader, files);
  if (landscape.services.length === 0 && landscape.processes.length === 0) {
    const message = 'The landscape names no service and no process.';
    reader.report(
      'warning',
      'empty-landscape',
      value,
      message,
      'There is nothing to search; add services or processes.',
    );
  }
  return { landscape, findings: reader.findings };
}

async function readBytes(folder: string, path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).size > maxDocumentBytes) {
      throw new GroundrailError('landscape-invalid', { path, problem: 'The file is larger than 64 MB.' });
    }
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (error instanceof GroundrailError) throw error;
    if (code === 'ENOENT' && (await isFolder(folder))) throw new GroundrailError('landscape-missing', { folder });
    const reason = code === 'ENOENT' || code === 'ENOTDIR' ? 'there is no such folder' : String(code ?? error);
    throw new GroundrailError('path-unreadable', { path: folder, reason }, { cause: error });
  }
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

async function readServices(map: YamlMap, reader: YamlReader, files: SourceFiles): Promise<LandscapeService[]> {
  const services = new Map<string, LandscapeService>();
  const declared = map.entries.get('services');
  for (const item of reader.list(declared, 'services')) {
    const entry = reader.map(item, 'an entry of services');
    const description = entry && readServiceEntry(entry, reader);
    if (entry === undefined || description === undefined) continue;
    const { id } = description;
    const metadata = await findMetadata(entry, id, reader, files);
    if (metadata === undefined) continue;
    if (services.has(id)) {
      const message = `The service id ${id} stands here a second time.`;
      reader.report(
        'error',
        'duplicate-service',
        entry.entries.get('id') ?? entry,
        message,
        'The first one counts, this one is left out.',
      );
      continue;
    }
    const annotations = await findFiles(entry, 'annotations', reader, files);
    services.set(id, { ...description, metadata, annotations });
  }
  return [...services.values()];
}

async function findMetadata(
  entry: YamlMap,
  id: string,
  reader: YamlReader,
  files: SourceFiles,
): Promise<SourceFile | undefined> {
  const pattern = reader.required(entry, 'metadata', `service ${id}`);
  if (pattern === undefined) return undefined;
  const place = entry.entries.get('metadata') ?? entry;
  const effect = `The service ${id} is left out.`;
  const found = await files.find(pattern);
  for (const problem of found.problems) reader.report('error', 'path', place, problem, effect);
  if (isGlob(pattern) && found.files.length > 1) {
    const message = `The metadata of ${id} is ${found.files.length} files; a service has one metadata document.`;
    reader.report('error', 'path', place, message, effect);
    return undefined;
  }
  return found.files[0];
}

async function findFiles(map: YamlMap, key: string, reader: YamlReader, files: SourceFiles): Promise<SourceFile[]> {
  const found = new Map<string, SourceFile>();
  for (const { text, line, column } of reader.texts(map.entries.get(key), key)) {
    const { files: matching, problems } = await files.find(text);
    for (const file of matching) if (!found.has(file.absolute)) found.set(file.absolute, file);
    const severity =
      isGlob(text) && matching.length === 0 && problems.every((problem) => /matches no file/.test(problem))
        ? 'warning'
        : 'error';
    for (const problem of problems) reader.report(severity, 'path', { line, column }, problem, 'It is left out.');
  }
  return [...found.values()];
}
