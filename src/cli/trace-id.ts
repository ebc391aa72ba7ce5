import { GroundrailError } from '../base/index.ts';

/** The records of a landscape. */
export type Records = Awaited<ReturnType<typeof import('../workspace/index.ts').openRecordsOf>>;

/** Traces that a prefix is looked for in, the latest first. */
const mostSearched = 10_000;

/** The whole id for one that may be only its beginning; refused where none or several begin so. */
export async function wholeTraceId(records: Records, id: string): Promise<string> {
  if ((await records.trace(id, { limit: 1 })).items.length > 0) return id;
  const fitting: string[] = [];
  let after: string | undefined;
  for (let seen = 0; seen < mostSearched; ) {
    const page = await records.traces({ limit: 1000, ...(after !== undefined && { after }) });
    fitting.push(...page.items.flatMap(({ traceId }) => (traceId.startsWith(id) ? [traceId] : [])));
    seen += page.items.length;
    after = page.next;
    if (after === undefined) break;
  }
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  const problem =
    fitting.length === 0
      ? `There is no trace ${id}. "groundrail trace list" shows them.`
      : `${fitting.length} traces begin with ${id}: ${fitting.slice(0, 5).join(', ')}${fitting.length > 5 ? ', …' : ''}. Give more of the id.`;
  throw new GroundrailError('usage', { problem });
}
