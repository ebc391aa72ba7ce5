/** How bad a finding is: an `error` stops what it is about, a `warning` loses or changes something, `info` is only worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/** One RFC 6902 operation of a machine-applicable repair. */
export type JsonPatchOperation =
  | { op: 'add' | 'replace' | 'test'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; path: string; from: string };

/**
 * What the caller or a model can repair, returned and never thrown.
 * `rule` is a stable kebab-case name; `path` says where in the input (a file path, or a JSON path of a call);
 * `line` and `column` are 1-based. `effect` says what was dropped or changed because of it.
 */
export interface Finding {
  rule: string;
  severity: Severity;
  path: string;
  message: string;
  line?: number;
  column?: number;
  effect?: string;
  /** Values that would have been accepted, nearest first. */
  allowed?: readonly string[];
  /** The one value that most likely was meant. */
  suggestion?: string;
  /** JSON Patch that, applied to the call, removes the finding. */
  repair?: readonly JsonPatchOperation[];
}

/** True where at least one finding is an error. */
export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.severity === 'error');
}
