import { createHash } from 'node:crypto';
import type { Finding } from '../../base/index.ts';
import { emptyPatch, type GraphPatch, MemoryGraph } from '../../graph/index.ts';
import { append } from '../append.ts';
import type { Binding } from '../binding.ts';
import { bindingNamespace, readBpmnDocument } from '../bpmn/index.ts';
import { decodeYaml } from '../decode.ts';
import { readODataDocument } from '../odata/index.ts';
import { checkCalls } from './call-cycles.ts';
import {
  type DataFile,
  type Effect,
  readBindingsFile,
  readEffectsFile,
  readValueHelpFile,
  readVocabularyFile,
  type ValueHelpEntry,
  type VocabularyEntry,
} from './data-files.ts';
import { isOpenApi, openApiFinding } from './document-kind.ts';
import type { Landscape, LandscapeService } from './landscape.ts';
import { ProcessRegister } from './process-register.ts';
import { readLandscapeFile } from './read-landscape-file.ts';
import { resolveBindings } from './resolve-bindings.ts';
import { ValueHelpResolver } from './resolve-value-help.ts';
import { readSource, type SourceFile } from './source-files.ts';

/** Kinds of sources of a landscape. */
export type SourceKind = 'odata' | 'openapi' | 'bpmn' | 'bindings' | 'value-help' | 'vocabulary' | 'effects';

/** What a source gave: its part of the graph and its findings. `path` is relative to the landscape and names the source. */
export interface Source {
  path: string;
  kind: SourceKind;
  /** SHA-256 of all that the result depends on: the file, its annotation files and what landscape.yaml says about the service. */
  hash: string;
  status: 'read' | 'unchanged' | 'refused';
  findings: Finding[];
  patch: GraphPatch;
}

/** What was kept of a source from an earlier reading. */
export interface KeptSource {
  patch: GraphPatch;
  findings: Finding[];
  refused: boolean;
}

export interface ReadLandscapeOptions {
  /** Gives what an earlier reading made of the same content; asked for metadata and process files, the others are always read. */
  unchanged?: (path: string, kind: SourceKind, hash: string) => Promise<KeptSource | undefined>;
  onProgress?: (done: number, total: number, path: string) => void;
  signal?: AbortSignal;
}

/** A landscape read as a whole. `findings` are those of landscape.yaml and of the landscape as a whole; those of a file stand at its source. */
export interface LandscapeReading {
  landscape: Landscape;
  sources: Source[];
  graph: MemoryGraph;
  findings: Finding[];
  vocabulary: VocabularyEntry[];
  effects: Effect[];
}

/**
 * Reads every file that landscape.yaml names into one graph: metadata, then processes, then value lists, then bindings, which are resolved
 * against what was read. Throws only where there is no usable landscape.yaml or `signal` aborts.
 */
export async function readLandscape(folder: string, options: ReadLandscapeOptions = {}): Promise<LandscapeReading> {
  const { landscape, findings } = await readLandscapeFile(folder);
  const reading = new Reading(landscape, options);
  for (const service of landscape.services) await reading.service(service);
  for (const file of landscape.processes) await reading.process(file);
  for (const file of landscape.valueHelp) await reading.valueHelp(file);
  for (const file of landscape.bindings) await reading.bindings(file);
  for (const file of landscape.vocabulary)
    append(reading.vocabulary, await reading.data(file, 'vocabulary', readVocabularyFile));
  for (const file of landscape.effects) append(reading.effects, await reading.data(file, 'effects', readEffectsFile));
  reading.resolve();
  const { sources, graph, vocabulary, effects } = reading;
  return { landscape, sources, graph, findings: [...findings, ...checkCalls(graph)], vocabulary, effects };
}

class Reading {
  readonly sources: Source[] = [];
  readonly graph = new MemoryGraph();
  readonly vocabulary: VocabularyEntry[] = [];
  readonly effects: Effect[] = [];
  readonly #options: ReadLandscapeOptions;
  readonly #total: number;
  readonly #processes = new ProcessRegister();
  readonly #unread = new Set<string>();
  readonly #lists: { source: Source; entries: ValueHelpEntry[] }[] = [];
  readonly #bindings: { source: Source; entries: Binding[] }[] = [];
  readonly #names = new Set<string>();

  constructor(landscape: Landscape, options: ReadLandscapeOptions) {
    this.#options = options;
    const { services, processes, valueHelp, bindings, vocabulary, effects } = landscape;
    this.#total = [services, processes, valueHelp, bindings, vocabulary, effects].reduce(
      (sum, list) => sum + list.length,
      0,
    );
  }

  async service(service: LandscapeService): Promise<void> {
    const { metadata, annotations: annotationFiles, ...description } = service;
    const path = this.#name(metadata.path, service.id);
    const read = await readSource(metadata);
    const annotations: { file: string; content: Uint8Array }[] = [];
    const lost: Finding[] = [];
    for (const file of annotationFiles) {
      const annotation = await readSource(file);
      if ('content' in annotation) annotations.push({ file: file.path, content: annotation.content });
      else lost.push(unreadable(file.path, annotation.problem, 'The annotations of this file are left out.'));
    }
    if ('problem' in read) this.#refuse(path, 'odata', '', [unreadable(path, read.problem)]);
    else {
      const { content } = read;
      const hash = hashOf(
        JSON.stringify(description),
        content,
        ...annotations.flatMap(({ file, content }) => [file, content]),
      );
      if (isOpenApi(metadata.path, content)) this.#refuse(path, 'openapi', hash, [openApiFinding(metadata.path)]);
      else {
        const source = await this.#read(path, 'odata', hash, () =>
          readODataDocument({ service: description, file: metadata.path, content, annotations }),
        );
        append(source.findings, lost);
        this.#apply(source);
      }
    }
    if (this.graph.node('Service', service.id) === undefined) this.#unread.add(service.id);
  }

  async process(file: SourceFile): Promise<void> {
    const path = this.#name(file.path, 'process');
    const read = await readSource(file);
    if ('problem' in read) return this.#refuse(path, 'bpmn', '', [unreadable(path, read.problem)]);
    const { content } = read;
    const hash = hashOf(content);
    // Bindings inside the file depend on the services, so such a file is read each time.
    if (!Buffer.from(content).includes(bindingNamespace)) {
      const source = await this.#read(path, 'bpmn', hash, () => readBpmnDocument({ file: file.path, content }));
      this.#processes.admit(source);
      return this.#apply(source);
    }
    const { bindings, patch, findings, refused } = await readBpmnDocument({ file: file.path, content });
    const source = this.#add({ path, kind: 'bpmn', hash, status: refused ? 'refused' : 'read', findings, patch });
    patch.edges = patch.edges.filter(({ kind }) => kind !== 'INVOKES');
    this.#processes.admit(source);
    this.#apply(source);
    this.#bindings.push({ source, entries: bindings });
  }

  async valueHelp(file: SourceFile): Promise<void> {
    const entries = await this.data(file, 'value-help', readValueHelpFile);
    const source = this.sources.at(-1);
    if (source) this.#lists.push({ source, entries });
  }

  async bindings(file: SourceFile): Promise<void> {
    const entries = await this.data(file, 'bindings', readBindingsFile);
    const source = this.sources.at(-1);
    if (source) this.#bindings.push({ source, entries });
  }

  async data<T>(
    file: SourceFile,
    kind: SourceKind,
    parse: (content: string, path: string) => DataFile<T>,
  ): Promise<T[]> {
    const path = this.#name(file.path, kind);
    const read = await readSource(file);
    if ('problem' in read) {
      this.#refuse(path, kind, '', [unreadable(path, read.problem)]);
      return [];
    }
    const decoded = decodeYaml(read.content, file.path);
    const { entries, findings: inFile, refused } = parse(decoded.text, file.path);
    const findings = [...decoded.findings, ...inFile];
    const status = refused ? 'refused' : 'read';
    this.#add({ path, kind, hash: hashOf(read.content), status, findings, patch: emptyPatch() });
    return entries;
  }

  /** Resolves value lists and bindings against all that was read. */
  resolve(): void {
    const valueHelp = new ValueHelpResolver(this.graph, this.#unread);
    for (const { source, entries } of this.#lists) {
      const { patch, findings } = valueHelp.resolve(entries, source.path);
      source.patch = patch;
      append(source.findings, findings);
      this.#apply(source);
    }
    const all = this.#bindings.flatMap(({ entries }) => entries);
    const { edges, findings } = resolveBindings(all, this.graph, this.#unread);
    for (const { source, entries } of this.#bindings) {
      const activities = new Set(entries);
      const own = edges.filter(({ binding }) => activities.has(binding)).map(({ edge }) => edge);
      append(source.patch.edges, own);
      append(
        source.findings,
        findings.filter(({ binding }) => activities.has(binding)).map(({ finding }) => finding),
      );
      this.graph.apply({ nodes: [], edges: own }, source.path);
    }
  }

  async #read(
    path: string,
    kind: SourceKind,
    hash: string,
    read: () => KeptSource | Promise<KeptSource>,
  ): Promise<Source> {
    const kept = await this.#options.unchanged?.(path, kind, hash);
    const { patch, findings, refused } = kept ?? (await read());
    const status = refused ? 'refused' : kept ? 'unchanged' : 'read';
    return this.#add({ path, kind, hash, status, findings, patch });
  }

  #refuse(path: string, kind: SourceKind, hash: string, findings: Finding[]): void {
    this.#add({ path, kind, hash, status: 'refused', findings, patch: emptyPatch() });
  }

  #add(source: Source): Source {
    this.#options.signal?.throwIfAborted();
    this.sources.push(source);
    this.#options.onProgress?.(this.sources.length, this.#total, source.path);
    return source;
  }

  #apply(source: Source): void {
    append(source.findings, this.graph.apply(source.patch, source.path));
  }

  /** The path of a source, made unique where one file serves twice. */
  #name(path: string, use: string): string {
    const name = this.#names.has(path) ? `${path} (${use})` : path;
    this.#names.add(name);
    return name;
  }
}

function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest('hex');
}

function unreadable(path: string, message: string, effect = 'Nothing of this file is loaded.'): Finding {
  return { rule: 'unreadable', severity: 'error', path, message, effect };
}
