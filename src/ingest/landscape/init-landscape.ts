import { basename, dirname, resolve } from 'node:path';
import { stringify } from 'yaml';
import type { Finding } from '../../base/index.ts';
import { type FileKind, recogniseFile } from './recognise-file.ts';
import { readSource, type SourceFile, SourceFiles } from './source-files.ts';

/** A landscape.yaml for a folder, not written yet, and what was recognised in it. */
export interface LandscapeProposal {
  yaml: string;
  services: readonly { id: string; metadata: string; annotations: readonly string[] }[];
  processes: readonly string[];
  findings: Finding[];
}

const pattern = '**/*.{edmx,xml,json,yaml,yml,bpmn}';

/**
 * Proposes a landscape.yaml for the files of a folder: metadata become services, annotation files go to the service that they describe, BPMN files
 * become processes, and bindings, value lists, vocabularies and effects are recognised by their first key. Symbolic links are not followed out.
 */
export async function initLandscape(folder: string): Promise<LandscapeProposal> {
  const absolute = resolve(folder);
  const { files, problems } = await new SourceFiles(absolute).find(pattern);
  const findings: Finding[] = problems.map((message) => note(folder, 'warning', message));
  const recognised: { file: SourceFile; kind: FileKind }[] = [];
  for (const file of files) {
    if (file.path === 'landscape.yaml' || /^(?:package(?:-lock)?|tsconfig|manifest)\.json$/.test(basename(file.path)))
      continue;
    const read = await readSource(file);
    if ('problem' in read) {
      findings.push(note(file.path, 'warning', read.problem));
      continue;
    }
    const kind = recogniseFile(file.path, read.content);
    if (kind === undefined)
      findings.push(
        note(file.path, 'info', 'The file is neither metadata nor a process nor a list that Groundrail knows.'),
      );
    else recognised.push({ file, kind });
  }
  const services = proposeServices(recognised, findings);
  const of = (name: FileKind['name']) =>
    recognised.filter(({ kind }) => kind.name === name).map(({ file }) => file.path);
  const lists = {
    processes: shorten(of('bpmn'), files),
    bindings: shorten(of('bindings'), files),
    valueHelp: shorten(of('valueHelp'), files),
    vocabulary: shorten(of('vocabulary'), files),
    effects: shorten(of('effects'), files),
  };
  if (services.length === 0 && of('bpmn').length === 0) {
    findings.push(
      note(
        folder,
        'warning',
        'There is no metadata and no process here; put .edmx and .bpmn files into the folder and run init --force.',
      ),
    );
  }
  const content = {
    name: basename(absolute),
    description: 'Say here in one sentence what these services are for.',
    services: services.map(({ annotations, ...service }) =>
      annotations.length > 0 ? { ...service, annotations } : service,
    ),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined)),
  };
  const yaml = `# Every path is relative to this file. Give each service a title and a description: search reads them.\n${stringify(content, { lineWidth: 0 })}`;
  return { yaml, services, processes: of('bpmn'), findings };
}

interface ProposedService {
  id: string;
  metadata: string;
  annotations: string[];
}

function proposeServices(
  recognised: readonly { file: SourceFile; kind: FileKind }[],
  findings: Finding[],
): ProposedService[] {
  const services: (ProposedService & { namespaces: readonly string[] })[] = [];
  const ids = new Set<string>();
  for (const { file, kind } of recognised) {
    if (kind.name === 'openapi') {
      findings.push(note(file.path, 'warning', 'OpenAPI documents are not read yet; the file is left out.'));
    }
    if (kind.name !== 'metadata') continue;
    const stem = basename(file.path).replace(/\.\w+$/, '');
    const folder = basename(dirname(file.path));
    const telling = /^(?:\$?metadata|index|service)$/i.test(stem) && folder !== '.' ? folder : stem;
    const name = telling.replace(/[^\w.-]+/g, '_');
    let id = name;
    for (let n = 2; ids.has(id); n++) id = `${name}_${n}`;
    ids.add(id);
    services.push({ id, metadata: file.path, annotations: [], namespaces: kind.namespaces });
  }
  for (const { file, kind } of recognised) {
    if (kind.name !== 'annotations') continue;
    const owners = services.filter(({ namespaces }) =>
      namespaces.some((namespace) => kind.namespaces.includes(namespace)),
    );
    for (const owner of owners) owner.annotations.push(file.path);
    if (owners.length === 0)
      findings.push(
        note(file.path, 'warning', 'These annotations describe no service of this folder; the file is left out.'),
      );
  }
  return services.map(({ id, metadata, annotations }) => ({ id, metadata, annotations }));
}

/** One glob where the paths are all files of their kind in one folder; else the paths; undefined where there are none. */
function shorten(paths: readonly string[], files: readonly SourceFile[]): string | string[] | undefined {
  const [first] = paths;
  if (first === undefined) return undefined;
  if (paths.length === 1) return first;
  const folder = dirname(first);
  const extension = first.slice(first.lastIndexOf('.'));
  const alike = files.filter(({ path }) => dirname(path) === folder && path.endsWith(extension));
  if (alike.length !== paths.length || !paths.every((path) => alike.some((file) => file.path === path)))
    return [...paths];
  return folder === '.' ? `*${extension}` : `${folder}/*${extension}`;
}

function note(path: string, severity: Finding['severity'], message: string): Finding {
  return { rule: 'init', severity, path, message };
}
