import { type Finding, isGroundrailError } from '../../src/base/index.ts';
import { checkIntegrity, emptyPatch, MemoryGraph } from '../../src/graph/index.ts';
import { type RegressionCase, readInput } from './case-folder.ts';
import { checkDescribe } from './check-describe.ts';
import { checkFindings, fits } from './check-findings.ts';
import { checkGraph } from './check-graph.ts';
import { show } from './compare.ts';
import { asList, caseKeys, type Fields, fieldsOf, onlyKeys } from './expectation.ts';
import { type CaseReading, readCaseInput } from './ingest-input.ts';
import type { Outcome } from './outcome.ts';
import { withoutNetwork } from './without-network.ts';

const ingestKeys = [...caseKeys, 'graph', 'describe', 'findings', 'otherFindings', 'refused'];

/** `check: ingest`: the first input is read and its graph, specification and findings are compared. */
export async function checkIngest({ expect, folder, inputs }: RegressionCase): Promise<Outcome> {
  onlyKeys(expect, ingestKeys, 'expect.yaml');
  const [file] = inputs;
  if (file === undefined) throw new Error('expect.yaml names no input');
  if (expect.network !== undefined && expect.network !== 'none') throw new Error(`network is ${show(expect.network)}`);
  const content = readInput(folder, file);
  const read = () => readCaseInput(file, content).catch(refusedByError);
  const { result, tried } =
    expect.network === 'none' ? await withoutNetwork(read) : { result: await read(), tried: [] };
  if ('skipped' in result) return result;
  const graph = new MemoryGraph();
  const clashes = [...graph.apply(result.patch, file), ...checkIntegrity(graph)];
  const problems = [
    ...tried.map((what) => `expected no connection and no file, came ${what}`),
    ...clashes.map((finding) => `expected a sound graph, came ${finding.message} (${finding.path})`),
  ];
  if (expect.refused === undefined || expect.refused === false) {
    if (result.refused) problems.push(`expected the file to be read, came a refusal: ${show(result.findings)}`);
    problems.push(...checkFindings(expect, result.findings));
  } else problems.push(...checkRefusal(expect, result));
  if (expect.graph !== undefined) problems.push(...checkGraph(expect.graph, graph));
  for (const entry of asList(expect.describe)) {
    problems.push(...(await checkDescribe(fieldsOf(entry, 'describe[]'), graph)));
  }
  return { problems };
}

function checkRefusal(
  expect: Fields,
  { findings, patch, refused }: Exclude<CaseReading, { skipped: string }>,
): string[] {
  const wanted = expect.refused === true ? {} : fieldsOf(expect.refused, 'refused');
  onlyKeys(wanted, ['line', 'near', 'contains', 'containsAny', 'column'], 'refused');
  const reason = findings.find((finding) => finding.severity === 'error' && fits(wanted, finding));
  const problems: string[] = [];
  if (!refused || patch.nodes.length > 0)
    problems.push(`expected nothing to be loaded, came ${patch.nodes.length} nodes`);
  if (reason === undefined) problems.push(`expected the refusal ${show(wanted)}, came ${show(findings)}`);
  return [...problems, ...checkFindings(expect, findings, reason)];
}

/** A thrown GroundrailError refuses as well as a finding does. */
function refusedByError(error: unknown): Exclude<CaseReading, { skipped: string }> {
  if (!isGroundrailError(error)) throw error;
  const finding: Finding = { rule: error.code, severity: 'error', path: '', message: error.message };
  return { patch: emptyPatch(), findings: [finding], refused: true };
}
