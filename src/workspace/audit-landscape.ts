import { type Finding, hasErrors } from '../base/index.ts';
import type { ClassAudit } from '../graph/index.ts';

/** The JSON of `groundrail audit`. `ok` is false where a class is not covered whole and exact, or a finding is an error. */
export interface AuditReport {
  landscape: string;
  classes: Record<string, ClassAudit>;
  findings: readonly Finding[];
  ok: boolean;
}

/** Reads a landscape and compares the graph with an independent count of the same sources. */
export async function auditLandscape(
  folder: string,
  options: { onProgress?: (text: string) => void } = {},
): Promise<AuditReport> {
  const { auditLandscape: auditReading, readLandscape } = await import('../ingest/index.ts');
  const reading = await readLandscape(folder, {
    onProgress: (done, total, path) => options.onProgress?.(`reading ${done} of ${total}: ${path}`),
  });
  options.onProgress?.('counting the sources again');
  const audit = await auditReading(reading);
  const findings = [...reading.findings, ...reading.sources.flatMap((source) => source.findings), ...audit.findings];
  const whole = Object.values(audit.classes).every((row) => row.coverage === 1 && row.exactness === 1);
  return { landscape: reading.landscape.name, classes: audit.classes, findings, ok: whole && !hasErrors(findings) };
}
