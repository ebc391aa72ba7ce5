import { z } from 'zod';
import { GroundrailError, isGroundrailError } from './error.ts';
import type { Finding } from './finding.ts';

const mostFindings = 20;

/**
 * What running a tool may do to the world. `read`: nothing, so that reads may run at the same time and again; `propose`: makes a plan
 * and sends nothing; `submit`: may change a system; `finish`: ends the task.
 */
export type ToolEffect = 'read' | 'propose' | 'submit' | 'finish';

/** Where a call stands in a business process, and what normally comes next there. */
export interface ProcessPosition {
  readonly process: string;
  /** Label of the step that the call was. */
  readonly step: string;
  readonly next: readonly ProcessStep[];
}

/** A step that normally follows; `target` is the id of the EntitySet or Operation behind it. */
export interface ProcessStep {
  readonly step: string;
  readonly target?: string;
  readonly operation?: string;
  /** Under which condition the process takes this way. */
  readonly condition?: string;
}

/** Something worth showing while a tool still runs, such as an approval that is waited for. Never read by a model. */
export interface ToolNote {
  /** A stable kebab-case name. */
  readonly kind: string;
  readonly text: string;
  readonly data?: unknown;
}

/**
 * Where the values of a task came from: the words of the user, and the answers of systems. A tool that writes refuses identifiers that
 * are known from neither.
 */
export interface ProvenancePort {
  said(text: string): unknown;
  answered(json: unknown): unknown;
  knows(value: unknown): boolean;
}

/** What a tool learns of the run it is used in; everything may be absent, as when a person uses the tool through MCP. */
export interface ToolContext {
  readonly actor?: string | undefined;
  /** Joins the trace records of one task. */
  readonly traceId?: string | undefined;
  /** Names this use of the tool; the same again when a run is resumed. */
  readonly callId?: string | undefined;
  /** The instance of the business process that the task is about. */
  readonly caseId?: string | undefined;
  /** Aborted: begin nothing any more. A `submit` waits for the answer to what it has sent all the same. */
  readonly signal?: AbortSignal | undefined;
  readonly provenance?: ProvenancePort | undefined;
  report?(note: ToolNote): void;
}

/**
 * What came of using a tool. Errors are data: `ok` is false and `findings` say what to do, one sentence each. `text` is all that a
 * model reads, so it is compact and complete by itself; `data` is the same for programs and survives JSON.
 */
export interface ToolResult<Data = unknown> {
  readonly ok: boolean;
  readonly text: string;
  readonly data?: Data;
  readonly findings: readonly Finding[];
  /** JSON whose scalars count from now on as values that a system answered. */
  readonly evidence?: unknown;
  /** One line with the identifiers and decisions that must be remembered when the text itself is dropped. */
  readonly keep?: string;
  readonly position?: ProcessPosition;
  /** Values that a parameter of later calls can take, by the name of the parameter: what was found, and no other name exists. */
  readonly offers?: Readonly<Record<string, readonly string[]>>;
  /** Name of something that has to be settled before the task is done, such as the id of a plan. */
  readonly opens?: string;
  /** Name of what is settled now, whichever way: done, denied, expired. */
  readonly closes?: string;
}

/** One thing an agent can do, written once and used by the loop, MCP and every other door. */
export interface Tool<Input = unknown, Data = unknown> {
  /** snake_case, stable. */
  readonly name: string;
  /** A few words for people. */
  readonly title: string;
  /** For a model: what it does, when to use it, units and limits. */
  readonly description: string;
  /** Strict: unknown parameters are refused. */
  readonly input: z.ZodType<Input>;
  /** Schema of `data`. */
  readonly output: z.ZodType<Data>;
  readonly effect: ToolEffect;
  run(input: Input, context: ToolContext): Promise<ToolResult<Data>>;
  /**
   * What became of a `submit` whose end was never recorded, found out without doing it again; undefined where it certainly left no trace
   * anywhere and may be run. Absent: it stays unknown.
   */
  recover?(input: Input, context: ToolContext): Promise<ToolResult<Data> | undefined>;
}

/** A tool as a model, MCP or a page is told of it; schemas are JSON Schema. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: ToolEffect;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
}

/** The definition of a tool. */
export function defineTool({ name, title, description, effect, input, output }: Tool): ToolDefinition {
  return {
    name,
    title,
    description,
    effect,
    inputSchema: schemaOf(input, 'input'),
    outputSchema: schemaOf(output, 'output'),
  };
}

/** A failed result that holds nothing but findings; its text is their sentences. */
export function refusal(...findings: readonly Finding[]): ToolResult<never> {
  return { ok: false, text: findings.map(renderFinding).join('\n'), findings };
}

/** A finding as a model reads it: place, sentence, what would be accepted. */
export function renderFinding({ rule, severity, path, message, allowed, suggestion }: Finding): string {
  const place = path === '' ? '' : ` at ${path}`;
  const likely = suggestion === undefined ? '' : ` Most likely: ${suggestion}.`;
  const shown = allowed === undefined || allowed.length === 0 ? '' : ` Accepted: ${allowed.slice(0, 12).join(', ')}`;
  const more = allowed !== undefined && allowed.length > 12 ? `, and ${allowed.length - 12} more.` : shown && '.';
  return `${severity} ${rule}${place}: ${message}${likely}${shown}${more}`;
}

/** The input as the tool takes it, or findings on everything that its schema refuses. */
export function checkToolInput(
  tool: Tool,
  input: unknown,
): { readonly input: unknown } | { readonly findings: readonly Finding[] } {
  const parsed = tool.input.safeParse(input);
  if (parsed.success) return { input: parsed.data };
  return { findings: parsed.error.issues.slice(0, mostFindings).map((issue) => inputFinding(tool, issue)) };
}

/**
 * Checks the input against the tool's schema and runs it. What went wrong comes back as a result; only a GroundrailError on which
 * somebody must act is thrown, and whatever a tool throws once the signal is aborted.
 */
export async function useTool(
  tool: Tool,
  input: unknown,
  context: ToolContext = {},
  how: 'run' | 'recover' = 'run',
): Promise<ToolResult> {
  const checked = checkToolInput(tool, input);
  if ('findings' in checked) return refusal(...checked.findings);
  try {
    const recovered = how === 'recover' ? await tool.recover?.(checked.input, context) : undefined;
    return recovered ?? (await tool.run(checked.input, context));
  } catch (error) {
    if (context.signal?.aborted === true) throw error;
    if (isGroundrailError(error, 'target-unknown')) return refusal(thrownFinding('target-unknown', error));
    if (error instanceof GroundrailError) throw error;
    return refusal(thrownFinding('tool-failed', error));
  }
}

function inputFinding(tool: Tool, issue: z.core.$ZodIssue): Finding {
  const path = `/${issue.path.map(String).join('/')}`;
  const known = issue.code === 'unrecognized_keys' ? Object.keys(propertiesOf(tool.input)) : undefined;
  const allowed =
    issue.code === 'invalid_value' ? issue.values.map(String) : issue.path.length === 0 ? known : undefined;
  return {
    rule: 'tool-input',
    severity: 'error',
    path,
    message: `${issue.message}.`,
    ...(allowed === undefined ? {} : { allowed }),
  };
}

function propertiesOf(schema: z.ZodType): object {
  const { properties } = schemaOf(schema, 'input');
  return typeof properties === 'object' && properties !== null ? properties : {};
}

function thrownFinding(rule: string, error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  return { rule, severity: 'error', path: '', message: message.slice(0, 2000) };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
