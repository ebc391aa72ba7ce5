import { resolve } from 'node:path';
import {
  type ApiCall,
  type AskApproval,
  type CallContext,
  type CallResult,
  createExecutor,
  type Executor,
  type OperationSpec,
  readCall,
  type SpecifyOptions,
  searchValues,
  specify,
  type TargetName,
  uncheckedProtocol,
  type ValidationContext,
  type ValueSearch,
  validate,
} from '../api/index.ts';
import { type Finding, GroundrailError, hasErrors, type TraceRecord } from '../base/index.ts';
import type { Graph } from '../graph/index.ts';
import { openRecords, type RecordStore } from '../record/index.ts';
import type { Retriever, SearchOptions, SearchResult } from '../retrieve/index.ts';
import { openIndex, openIndexRetriever } from '../search/index.ts';
import {
  type IndexMeta,
  type IndexStore,
  resolveRecordsLocation,
  resolveStoreLocation,
  type SourceRecord,
} from '../store/index.ts';
import { type Condition, countsRule } from '../tools/index.ts';
import { type BindProposals, proposeBindings, writeBindings } from './bind.ts';
import { caseStateOf } from './case-steps.ts';
import { IndexWatch } from './index-watch.ts';
import { Slices } from './slices.ts';

/** Where a workspace is and what it may use. */
export interface WorkspaceOptions {
  /** Folder of the landscape. */
  landscape: string;
  /** File or postgres:// address of the index; otherwise GROUNDRAIL_STORE or the landscape's own folder. */
  store?: string;
  /** Must be the embedder that made the index; otherwise that one is used. */
  embedder?: string;
  /** Records kept elsewhere, or in memory. */
  records?: RecordStore;
  /** Asked before a write that no plan and no allow list covers; absent: such writes are refused. */
  ask?: AskApproval;
  /** Root address of a mock landscape that stands for all systems. */
  target?: string;
  /** Name that traces and approvals carry. */
  actor?: string;
  /** Leaves parts of the check aside, for evaluations; only together with `target`. */
  condition?: Condition;
  fetch?: typeof fetch;
  /** Where secrets come from; default: the environment of the process. */
  environment?: (name: string) => string | undefined;
}

/** A service by its names. */
export interface ServiceName {
  id: string;
  title: string;
}

/** The answer of `validate`. */
export interface Validation {
  ok: boolean;
  findings: readonly Finding[];
}

/**
 * The front door: search, specifications, checks and calls over one indexed landscape. Everything is loaded when first asked for.
 * Throws `index-missing`, `index-newer`, `index-damaged`, `index-outdated`, `embedder-mismatch`, `embedder-changed` or `unreachable` where the index cannot serve.
 */
export class Workspace {
  readonly meta: IndexMeta;
  readonly #options: WorkspaceOptions;
  readonly #store: IndexStore;
  readonly #slices: Slices;
  readonly #watch: IndexWatch;
  #services: Promise<ServiceName[]> | undefined;
  #retriever: Promise<Retriever> | undefined;
  #records: Promise<RecordStore> | undefined;
  #executor: Promise<Executor> | undefined;

  /** Use `openWorkspace`. */
  constructor(options: WorkspaceOptions, store: IndexStore, meta: IndexMeta, watch: IndexWatch) {
    this.#options = options;
    this.#store = store;
    this.#watch = watch;
    this.meta = meta;
    this.#slices = new Slices(store);
  }

  /** Ranked EntitySets and Operations for a request in any words, with those the process needs before and after. */
  async search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    const retriever = await this.retriever();
    return retriever.search(query, options);
  }

  /** The grounded specification of an EntitySet or Operation. */
  async spec(target: TargetName, options: SpecifyOptions = {}): Promise<OperationSpec> {
    return specify(await this.#graphOf(serviceOf(target)), target, options);
  }

  /** The allowed values of a property that fit a text. */
  async values(target: TargetName, property: string, find?: string, limit?: number): Promise<ValueSearch> {
    return searchValues(await this.#graphOf(serviceOf(target)), target, property, find, limit);
  }

  /** Judges any JSON as a call; nothing is sent. */
  async validate(input: unknown, context: CallContext = {}): Promise<Validation> {
    const read = readCall(input);
    if ('findings' in read) return { ok: false, findings: read.findings };
    const graph = await this.#graphOf(serviceOfCall(read.call));
    const findings = this.#judge(read.call, { ...(await this.#inCase(read.call, context)), graph });
    return { ok: !hasErrors(findings), findings };
  }

  /** The exact requests of a call and, for a write, a plan that can be approved; nothing is sent. */
  async preview(input: unknown, context: CallContext = {}): Promise<CallResult> {
    return this.#withCall(input, context, (executor, call, inCase) => executor.preview(call, inCase));
  }

  /** Checks and executes a call; a write needs an allow list, the caller's approval or an approved plan. */
  async call(input: unknown, context: CallContext = {}): Promise<CallResult> {
    return this.#withCall(input, context, (executor, call, inCase) => executor.execute(call, inCase));
  }

  /** Records a decision on a plan; findings say why that is not possible. */
  async decide(
    planId: string,
    by: string,
    decision: 'approved' | 'denied',
    reason?: string,
  ): Promise<readonly Finding[]> {
    return (await this.#execution()).decide(planId, by, decision, reason);
  }

  /** Executes the call of an approved plan, once. */
  async executePlan(planId: string, context: CallContext = {}): Promise<CallResult> {
    return (await this.#execution()).executePlan(planId, context);
  }

  /** A proposal for every activity, of all processes or of one, that no binding names; nothing is written. */
  async proposeBindings(process?: string): Promise<BindProposals> {
    return proposeBindings(await this.#slices.processes(), await this.retriever(), process);
  }

  /** The BPMN text of a process as its file has it now, or one sentence on why it cannot be shown. */
  async diagram(process: string): Promise<{ xml: string } | { problem: string }> {
    const node = (await this.#slices.processes()).node('Process', process);
    const sources = await this.sources();
    const source = sources.find(({ kind, path }) => kind === 'bpmn' && path === node?.attributes.file);
    if (source === undefined) return { problem: `The process ${process} has no file of its own.` };
    const { readDiagram } = await import('../ingest/index.ts');
    return readDiagram(resolve(this.#options.landscape), source.path);
  }

  /** Appends the first candidate of every proposal to the landscape's bindings file. */
  writeBindings(proposals: BindProposals): Promise<{ path: string; findings: readonly Finding[] }> {
    return writeBindings(this.#options.landscape, proposals);
  }

  /** Every service by id and title. */
  services(): Promise<ServiceName[]> {
    this.#services ??= this.#store
      .units()
      .then((units) => units.flatMap(({ kind, id, label }) => (kind === 'Service' ? [{ id, title: label }] : [])));
    return this.#services;
  }

  /** The files that the index was made from, with what was wrong in them. */
  sources(): Promise<SourceRecord[]> {
    return this.#store.sources();
  }

  /** False once the landscape was indexed again: this workspace keeps showing what it opened, a new one shows the rest. */
  isCurrent(): Promise<boolean> {
    return this.#watch.isCurrent();
  }

  /** Processes, activities and gateways of the landscape. */
  processes(): Promise<Graph> {
    return this.#slices.processes();
  }

  /** Everything known of a service, with the processes around it. */
  service(id: string): Promise<Graph> {
    return this.#graphOf(id);
  }

  /** What is known of some services, without processes; not kept, for whoever goes through all of them. */
  sliceOf(services: readonly string[]): Promise<Graph> {
    return this.#store.graph({ services });
  }

  /** Traces, plans and approvals. */
  records(): Promise<RecordStore> {
    this.#records ??= this.#options.records
      ? Promise.resolve(this.#options.records)
      : openRecords(resolveRecordsLocation(this.#location(), this.#options.landscape), 'write');
    return this.#records;
  }

  /** Takes the secrets that calls have used out of anything that is to be shown, recorded or told to a model. */
  async cleaner(): Promise<<T>(value: T) => T> {
    const { redactor } = await this.#execution();
    return (value) => redactor.value(value);
  }

  /** Reads the text index and vectors; a search does it by itself. */
  retriever(): Promise<Retriever> {
    this.#retriever ??= openIndexRetriever({ store: this.#store, meta: this.meta }, this.#options.embedder);
    return this.#retriever;
  }

  async close(): Promise<void> {
    await this.#store.close();
    if (this.#records && !this.#options.records) await (await this.#records).close();
  }

  async #withCall(
    input: unknown,
    context: CallContext,
    run: (executor: Executor, call: ApiCall, context: CallContext) => Promise<CallResult>,
  ): Promise<CallResult> {
    const read = readCall(input);
    if ('call' in read) return run(await this.#execution(), read.call, await this.#inCase(read.call, context));
    return { ok: false, outcome: 'refused', requests: [], findings: read.findings, traceId: context.traceId ?? '' };
  }

  async #execution(): Promise<Executor> {
    this.#executor ??= this.#openExecutor();
    return this.#executor;
  }

  async #openExecutor(): Promise<Executor> {
    const { ask, target, actor, fetch, environment, condition } = this.#options;
    return createExecutor({
      graph: (service) => this.#graphOf(service),
      check: (call, inContext) => this.#judge(call, inContext),
      ...(condition?.validation === false && { protocols: [uncheckedProtocol] }),
      record: await this.records(),
      ...(ask && { ask }),
      ...(target !== undefined && { target }),
      ...(actor !== undefined && { actor }),
      ...(fetch && { fetch }),
      ...(environment && { environment }),
    });
  }

  /** The findings on a call, as far as the condition of an evaluation lets them count. */
  #judge(call: ApiCall, context: ValidationContext): Finding[] {
    const { condition } = this.#options;
    const findings = validate(call, context);
    return condition === undefined ? findings : findings.filter(({ rule }) => countsRule(condition, rule));
  }

  /** The context with what was done before in the case that the call names. */
  async #inCase(call: ApiCall, context: CallContext): Promise<CallContext> {
    if (call.caseId === undefined || context.caseState) return context;
    const records: TraceRecord[] = [];
    for await (const record of (await this.records()).records({ caseId: call.caseId })) records.push(record);
    return { ...context, caseState: caseStateOf(records) };
  }

  /** The slice of a service; for a name that none has, the names of all, so that the nearest can be told. */
  async #graphOf(service: string): Promise<Graph> {
    const graph = await this.#slices.service(service);
    return graph.node('Service', service) ? graph : this.#slices.directory();
  }

  #location(): string {
    return resolveStoreLocation(this.#options.landscape, this.#options.store);
  }
}

/** Opens the indexed landscape of a folder for reading and calling. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  if (options.condition !== undefined && options.target === undefined) {
    const problem = 'A condition of the evaluation is only for a mock: name it as target.';
    throw new GroundrailError('usage', { problem });
  }
  const location = resolveStoreLocation(options.landscape, options.store);
  const signature = await IndexWatch.signature(location);
  const { store, meta } = await openIndex(options);
  return new Workspace(options, store, meta, IndexWatch.of(location, meta.createdAt, signature));
}

function serviceOf(target: TargetName): string {
  if (typeof target !== 'string') return target.service;
  const cut = target.search(/[/#]/);
  return cut < 0 ? target : target.slice(0, cut);
}

function serviceOfCall(call: ApiCall): string {
  return call.service ?? ('calls' in call ? call.calls[0]?.service : undefined) ?? '';
}
