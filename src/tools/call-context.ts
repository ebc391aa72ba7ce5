import { type CallContext, Provenance } from '../api/index.ts';
import type { ToolContext } from '../base/index.ts';

/** The context of a call that a tool makes for a run. */
export function callContextOf({ actor, traceId, signal, provenance }: ToolContext): CallContext {
  return {
    ...(actor !== undefined && { actor }),
    ...(traceId !== undefined && { traceId }),
    ...(signal !== undefined && { signal }),
    ...(provenance instanceof Provenance && { provenance }),
  };
}
