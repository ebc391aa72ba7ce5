import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type Finding, GroundrailError } from '../base/index.ts';
import type { Graph, GraphNode } from '../graph/index.ts';
import type { BindingEntry } from '../ingest/index.ts';
import type { Retriever, SearchHit } from '../retrieve/index.ts';

/** What may be behind an activity: `confidence` is the chance that search gives it, 0 to 1. */
export interface BindingCandidate {
  service: string;
  entitySet?: string;
  operation: string;
  label: string;
  confidence: number;
}

/** An activity that nothing is bound to, with its candidates, best first. */
export interface BindingProposal {
  process: string;
  activity: string;
  name: string;
  candidates: BindingCandidate[];
}

/** Every proposal, and how bindings.yaml would change with the first candidate of each. */
export interface BindProposals {
  proposals: BindingProposal[];
  /** The lines that would be added, each with a leading plus. */
  diff: string;
}

const boundTypes = new Set([
  'task',
  'userTask',
  'serviceTask',
  'sendTask',
  'receiveTask',
  'manualTask',
  'businessRuleTask',
  'scriptTask',
]);
const searched = 20;
const candidates = 5;
/** Below this the first candidate is shown and not written. */
const leastConfidence = 0.35;

/**
 * Searches for what may be behind each activity without a binding, by its name, its documentation and its process; in all processes or
 * in one.
 */
export async function proposeBindings(
  processes: Graph,
  retriever: Retriever,
  process?: string,
): Promise<BindProposals> {
  const proposals: BindingProposal[] = [];
  for (const activity of processes.nodes('Activity')) {
    const { name, type } = activity.attributes;
    if (process !== undefined && !activity.id.startsWith(`${process}/`)) continue;
    if (name === undefined || !boundTypes.has(type) || processes.out('INVOKES', activity).length > 0) continue;
    proposals.push(await proposeFor(activity, name, retriever));
  }
  return {
    proposals,
    diff: entriesOf(proposals)
      .map((entry) => `+ ${entryText(entry)}`)
      .join('\n'),
  };
}

async function proposeFor(
  activity: GraphNode<'Activity'>,
  name: string,
  retriever: Retriever,
): Promise<BindingProposal> {
  const { description } = activity.attributes;
  const { hits } = await retriever.search([name, description].filter(Boolean).join('. '), {
    k: searched,
    mode: 'hybrid',
  });
  const own = hits.filter((hit) => hit.role === 'seed').slice(0, candidates);
  const [process = '', ...rest] = activity.id.split('/');
  return {
    process,
    activity: rest.join('/'),
    name,
    candidates: own.map((hit) => candidateOf(hit, `${name} ${description ?? ''}`)),
  };
}

function candidateOf(hit: SearchHit, text: string): BindingCandidate {
  const { service, label } = hit;
  const entitySet = hit.entitySet === undefined ? {} : { entitySet: hit.entitySet };
  const operation = hit.operation ?? operationOf(text);
  return { service, ...entitySet, operation, label, confidence: Math.min(1, hit.score) };
}

const readWords =
  /^(check|look|find|watch|see|review|monitor|read|display|show|analyse|analyze|verify|inspect|compare|follow)\b/i;
const changeWords =
  /^(change|update|adjust|correct|maintain|complete|extend|release|block|approve|confirm|set|assign|reject|close)\b/i;
const removeWords = /^(delete|remove|withdraw)\b/i;

/** The operation that the first word of an activity's name says; creating is what most activities do. */
function operationOf(name: string): string {
  if (readWords.test(name)) return 'read';
  if (removeWords.test(name)) return 'delete';
  return changeWords.test(name) ? 'update' : 'create';
}

/** Appends the first candidate of every proposal to the landscape's bindings file; gives its path. */
export async function writeBindings(
  folder: string,
  { proposals }: BindProposals,
): Promise<{ path: string; findings: readonly Finding[] }> {
  const { appendBindings, readLandscapeFile } = await import('../ingest/index.ts');
  const { landscape } = await readLandscapeFile(folder);
  const path = landscape.bindings[0]?.absolute ?? join(resolve(folder), 'bindings.yaml');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new GroundrailError('path-unreadable', { path, reason: error.message }, { cause: error });
  });
  const shown = relative(process.cwd(), path);
  try {
    await writeFile(path, appendBindings(text, entriesOf(proposals), shown));
  } catch (error) {
    if (error instanceof GroundrailError) throw error;
    throw new GroundrailError(
      'storage-unwritable',
      { path: shown, reason: (error as Error).message },
      { cause: error },
    );
  }
  return { path: shown, findings: landscape.bindings.length === 0 ? await nameBindingsFile(folder) : [] };
}

/** Adds the line that makes landscape.yaml read bindings.yaml; a warning says so where that is not possible. */
async function nameBindingsFile(folder: string): Promise<Finding[]> {
  const { readLandscapeFile } = await import('../ingest/index.ts');
  const path = join(resolve(folder), 'landscape.yaml');
  const before = await readFile(path, 'utf8');
  await writeFile(path, `${before.replace(/\n*$/, '\n')}bindings: bindings.yaml\n`);
  const { landscape } = await readLandscapeFile(folder);
  const named = landscape.bindings.length > 0;
  if (!named) await writeFile(path, before);
  return [
    {
      rule: 'bindings-not-named',
      severity: named ? 'info' : 'warning',
      path: 'landscape.yaml',
      message: named
        ? 'The line "bindings: bindings.yaml" was added, so that the bindings are read.'
        : 'landscape.yaml names no bindings file; add the line "bindings: bindings.yaml".',
    },
  ];
}

function entriesOf(proposals: readonly BindingProposal[]): BindingEntry[] {
  return proposals.flatMap(({ process, activity, candidates: [best] }) => {
    if (!best || best.confidence < leastConfidence) return [];
    const { service, entitySet, operation } = best;
    return [{ process, activity, service, ...(entitySet === undefined ? {} : { entitySet }), operation }];
  });
}

function entryText(entry: BindingEntry): string {
  return `- { ${Object.entries(entry)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')} }`;
}
