import { type ApiCall, type CallResult, createExecutor, type Executor, Provenance } from '../../src/api/index.ts';
import { type Finding, hasErrors } from '../../src/base/index.ts';
import { edge, type Graph, MemoryGraph, node } from '../../src/graph/index.ts';
import { MemoryRecords } from '../../src/record/index.ts';
import { type RegressionCase, readInput } from './case-folder.ts';
import { matches, show } from './compare.ts';
import { requestProblems } from './compare-request.ts';
import { asList, asText, caseKeys, type Fields, fieldsOf, onlyKeys } from './expectation.ts';
import { readCaseInput } from './ingest-input.ts';
import type { Outcome } from './outcome.ts';
import { ScriptedExchange } from './scripted-exchange.ts';

const executeKeys = [...caseKeys, 'service', 'valueHelp', 'task', 'parallel', 'calls', 'exchange'];
const stepKeys = ['name', 'call', 'mode', 'approves', 'findings', 'result', 'sent', 'preview'];

/** `check: execute`: calls are made against a scripted system and the requests that leave are compared. */
export async function checkExecute(one: RegressionCase): Promise<Outcome> {
  const { expect } = one;
  onlyKeys(expect, executeKeys, 'expect.yaml');
  const [file] = one.inputs;
  if (file === undefined) throw new Error('expect.yaml names no input');
  const reading = await readCaseInput(file, readInput(one.folder, file));
  if ('skipped' in reading) return reading;
  if (reading.refused) throw new Error(`the input was refused: ${reading.findings[0]?.message}`);
  const service = fieldsOf(expect.service ?? {}, 'service');
  onlyKeys(service, ['url', 'csrf', 'approval'], 'service');
  const patch = { nodes: [...reading.patch.nodes], edges: [...reading.patch.edges] };
  for (const entry of asList(expect.valueHelp)) addValueHelp(patch, fieldsOf(entry, 'valueHelp[]'));
  for (const [index, given] of patch.nodes.entries()) {
    if (given.kind === 'Service')
      patch.nodes[index] = node('Service', given.id, { ...given.attributes, url: asText(service.url, 'url') });
  }
  const exchange = new ScriptedExchange(expect.exchange);
  const run = new CaseRun(MemoryGraph.from(patch), service, exchange, expect.task);
  const steps = asList(expect.calls).map((entry) => fieldsOf(entry, 'calls[]'));
  for (const step of steps) onlyKeys(step, stepKeys, 'calls[]');
  const problems: string[] = [];
  if (expect.parallel === true)
    problems.push(...(await Promise.all(steps.map((step, index) => run.step(step, index)))).flat());
  else for (const [index, step] of steps.entries()) problems.push(...(await run.step(step, index)));
  return { problems: [...problems, ...exchange.problems, ...exchange.leftOver()] };
}

/** The calls of one case, in one session. */
class CaseRun {
  readonly #executor: Executor;
  readonly #exchange: ScriptedExchange;
  readonly #plans = new Map<string, string>();
  readonly #provenance: Provenance | undefined;

  constructor(graph: Graph, service: Fields, exchange: ScriptedExchange, task: unknown) {
    this.#exchange = exchange;
    this.#provenance = task === undefined ? undefined : new Provenance().said(asText(task, 'task'));
    this.#executor = createExecutor({
      graph,
      record: new MemoryRecords(),
      ...(service.approval !== 'writes' && { ask: async () => ({ approved: true, by: 'case' }) }),
      settings: { CASE: { csrf: service.csrf !== false } },
      fetch: exchange.fetch,
      sleep: async () => undefined,
    });
  }

  /** Makes one call and compares what came of it. */
  async step(step: Fields, index: number): Promise<string[]> {
    const name = asText(step.name ?? `call ${index + 1}`, 'name');
    const { result, sent } = await this.#exchange.counting(() => this.#make(step, name));
    this.#provenance?.answered(result.body);
    return [...this.#compare(step, result), ...countProblems(step, sent)].map((problem) => `${name}: ${problem}`);
  }

  async #make(step: Fields, name: string): Promise<CallResult> {
    const call = toCall(fieldsOf(step.call, 'call'));
    const context = { provenance: this.#provenance };
    if (step.mode === 'preview') {
      const result = await this.#executor.preview(call, context);
      if (result.plan !== undefined) this.#plans.set(name, result.plan.id);
      return result;
    }
    if (step.mode !== undefined && step.mode !== 'execute') throw new Error(`calls[].mode is ${show(step.mode)}`);
    if (step.approves === undefined) return this.#executor.execute(call, context);
    const plan = this.#plans.get(asText(step.approves, 'approves'));
    if (plan === undefined) throw new Error(`calls[].approves names no preview: ${show(step.approves)}`);
    await this.#executor.decide(plan, 'a person', 'approved');
    return this.#executor.execute(call, { ...context, plan });
  }

  #compare(step: Fields, result: CallResult): string[] {
    const problems: string[] = [];
    if (step.findings !== undefined) problems.push(...findingProblems(asList(step.findings), result.findings));
    if (step.preview !== undefined) problems.push(...previewProblems(asList(step.preview), result));
    if (step.result === undefined) return problems;
    const wanted = fieldsOf(step.result, 'result');
    onlyKeys(wanted, ['ok', 'status', 'contains'], 'result');
    if (wanted.ok !== undefined && wanted.ok !== result.ok)
      problems.push(`expected ok ${show(wanted.ok)}, came ${show(result)}`);
    if (wanted.status !== undefined && wanted.status !== result.status)
      problems.push(`expected status ${show(wanted.status)}, came ${show(result.status)}`);
    const answer = JSON.stringify(result).toLowerCase();
    for (const part of asList(wanted.contains))
      if (!answer.includes(asText(part, 'contains').toLowerCase()))
        problems.push(`the answer lacks ${show(part)}: ${show(result)}`);
    return problems;
  }
}

function countProblems(step: Fields, sent: number): string[] {
  const problems =
    step.sent === undefined || step.sent === sent ? [] : [`expected ${show(step.sent)} requests, came ${sent}`];
  const refused = asList(step.findings).some((entry) => fieldsOf(entry, 'findings[]').severity === 'error');
  return refused && step.result === undefined && sent > 0
    ? [...problems, 'something was sent in spite of an error']
    : problems;
}

function previewProblems(wanted: readonly unknown[], { requests }: CallResult): string[] {
  if (wanted.length !== requests.length)
    return [`expected ${wanted.length} previewed requests, came ${show(requests)}`];
  return wanted.flatMap((entry, index) => {
    const { method = '', url = '', headers = {}, body = '' } = requests[index] ?? {};
    return requestProblems(fieldsOf(entry, 'preview[]'), { method, url, headers: new Headers(headers), body });
  });
}

function findingProblems(wanted: readonly unknown[], came: readonly Finding[]): string[] {
  const rest = new Set(came);
  const problems: string[] = [];
  for (const entry of wanted) {
    const one = fieldsOf(entry, 'findings[]');
    onlyKeys(one, ['severity', 'path', 'contains', 'allowed', 'suggestion'], 'findings[]');
    const found = came.filter((finding) => fits(one, finding));
    for (const finding of found) rest.delete(finding);
    if (found.length === 0) problems.push(`expected the finding ${show(one)}, came ${show(came)}`);
  }
  const others = [...rest].filter(({ severity }) => severity !== 'info');
  if (hasErrors(others) || (wanted.length === 0 && others.length > 0))
    problems.push(`expected no other findings, came ${show(others)}`);
  return problems;
}

function fits(wanted: Fields, finding: Finding): boolean {
  if (wanted.severity !== undefined && wanted.severity !== finding.severity) return false;
  if (wanted.path !== undefined && !finding.path.endsWith(asText(wanted.path, 'path'))) return false;
  if (wanted.suggestion !== undefined && wanted.suggestion !== finding.suggestion) return false;
  if (wanted.allowed !== undefined && !matches(wanted.allowed, finding.allowed)) return false;
  const text = `${finding.message}\n${finding.path}\n${finding.effect ?? ''}`.toLowerCase();
  return asList(wanted.contains).every((part) => text.includes(asText(part, 'contains').toLowerCase()));
}

const callKeys = [
  'operation',
  'target',
  'key',
  'body',
  'query',
  'parameters',
  'etag',
  'changeSet',
  'calls',
  'navigation',
  'contentId',
  'reference',
  'caseId',
];

/** The words of a case in the names that the product uses. */
function toCall(given: Fields): ApiCall {
  onlyKeys(given, callKeys, 'call');
  const { target, body, calls, ...same } = given;
  if (given.operation === 'batch') {
    return {
      ...same,
      service: 'CASE',
      operation: 'batch',
      calls: asList(calls).map((inner) => toCall(fieldsOf(inner, 'calls[]'))),
    } as ApiCall;
  }
  return {
    ...same,
    service: 'CASE',
    ...(target !== undefined && { entitySet: target }),
    ...(body !== undefined && { payload: body }),
  } as ApiCall;
}

function addValueHelp(patch: { nodes: unknown[]; edges: unknown[] }, entry: Fields): void {
  onlyKeys(entry, ['entityType', 'property', 'fixed', 'values'], 'valueHelp[]');
  const suffix = `.${asText(entry.entityType, 'entityType')}/${asText(entry.property, 'property')}`;
  const property = (patch.nodes as { kind: string; id: string }[]).find(
    ({ kind, id }) => kind === 'Property' && id.endsWith(suffix),
  );
  if (property === undefined) throw new Error(`valueHelp names the unknown property ${suffix.slice(1)}`);
  const values = asList(entry.values).map((value) => {
    const { code, text } = fieldsOf(value, 'values[]');
    return { code: String(code), ...(text !== undefined && { text: asText(text, 'text') }) };
  });
  const fixed = entry.fixed !== false;
  const help = node('ValueHelp', `${property.id}@file`, { origin: 'file', fixed, resolved: true, values });
  patch.nodes.push(help);
  patch.edges.push(
    edge('HAS_VALUE_HELP', { kind: 'Property', id: property.id }, help, {
      fixed,
      resolved: true,
      codes: values.map(({ code }) => code),
    }),
  );
}
