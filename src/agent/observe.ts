import { type Finding, refusal, type Tool, type ToolResult } from '../base/index.ts';
import type { ModelCall } from '../models/index.ts';
import { boundJson, boundScalars, boundText } from './bounded.ts';
import type { Observation } from './driver.ts';

/** How much of a result is kept. */
export interface ObservationLimits {
  /** Characters of the text that the driver reads. */
  readonly text: number;
  /** Characters of the JSON of `data`; larger data is left out. */
  readonly data: number;
  /** Scalars of the evidence; identifiers beyond were not shown either. */
  readonly evidence: number;
}

/** Limits that a context of a few thousand tokens bears. */
export const defaultObservationLimits: ObservationLimits = { text: 12_000, data: 64_000, evidence: 4_000 };

/** Makes an observation of a result: bounded, and with nothing in it that JSON cannot hold. */
export function observe(
  call: ModelCall,
  tool: Tool | undefined,
  input: unknown,
  result: ToolResult,
  extras: { readonly durationMs: number; readonly repeats?: number | undefined; readonly refused?: true },
  limits: ObservationLimits,
): Observation {
  const data = boundJson(result.data, limits.data);
  const evidence = boundScalars(result.evidence, limits.evidence, limits.data);
  const { keep, position, offers, opens, closes } = result;
  return {
    callId: call.id,
    tool: tool?.name ?? call.name.slice(0, 100),
    ...(tool !== undefined && { effect: tool.effect }),
    input: boundJson(input, limits.data) ?? '[too large]',
    ok: result.ok,
    text: boundText(result.text, limits.text),
    findings: result.findings.slice(0, 50),
    ...(data !== undefined && { data }),
    ...(evidence.length > 0 && { evidence }),
    ...(keep !== undefined && { keep: boundText(keep, 500) }),
    ...(position !== undefined && { position }),
    ...(offers !== undefined && { offers }),
    ...(opens !== undefined && { opens }),
    ...(closes !== undefined && { closes }),
    ...(extras.refused === true && { refused: true as const }),
    ...(extras.repeats !== undefined && { repeats: extras.repeats }),
    durationMs: extras.durationMs,
  };
}

/** The observation of a call that the loop does not let pass. */
export function observeRefusal(
  call: ModelCall,
  tool: Tool | undefined,
  findings: readonly Finding[],
  limits: ObservationLimits,
  repeats?: number,
): Observation {
  return observe(call, tool, call.input, refusal(...findings), { durationMs: 0, refused: true, repeats }, limits);
}
