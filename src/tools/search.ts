import { z } from 'zod';
import type { Tool } from '../base/index.ts';
import type { Condition } from './condition.ts';
import type { FoundTarget, FoundTargets, ToolPorts } from './ports.ts';
import { strictInput } from './strict-input.ts';

const input = strictInput({
  query: z
    .string()
    .min(1)
    .max(2000)
    .describe(
      'What is to be done with which business object, in any words; one step of the task at a time, without its numbers',
    ),
  k: z.int().min(1).max(25).default(8).describe('Hits wanted, 1 to 25'),
});

/** A selection of what every door answers to a search; what stands here is the same there. */
const output = z.object({
  confidence: z.string(),
  note: z.string().optional(),
  hits: z.array(
    z.object({
      rank: z.int(),
      id: z.string(),
      kind: z.string(),
      service: z.string(),
      entitySet: z.string().optional(),
      operation: z.string().optional(),
      label: z.string(),
      score: z.number(),
      role: z.string(),
      process: z.string().optional(),
      activity: z.string().optional(),
      addressable: z.boolean().optional().describe('False where the set cannot be read by itself'),
    }),
  ),
  processes: z
    .array(z.object({ process: z.string(), probability: z.number(), activities: z.array(z.string()) }))
    .optional(),
});

/** What a search tells a program. */
export type SearchFindings = z.infer<typeof output>;

/** Finds EntitySets and operations for words, with the steps of the process around them. */
export function searchTool(ports: ToolPorts, condition: Condition): Tool<z.infer<typeof input>, SearchFindings> {
  return {
    name: 'search',
    title: 'Search the landscape',
    description: [
      'Finds the EntitySets and actions behind a request in business words. Returns up to k ids (SVC/Name), best first',
      condition.process ? ', and marks those that a business process needs before or after the best one. ' : '. ',
      'Describe an id before you use it.',
    ].join(''),
    input,
    output,
    effect: 'read',
    async run({ query, k }) {
      const found = await ports.search(query, { k: condition.process ? k : Math.min(25, k * 2) });
      const wanted = condition.process
        ? found.hits
        : found.hits.filter(({ role }) => role !== 'before' && role !== 'after');
      const hits = wanted.slice(0, k).map((hit, index) => shownHit(hit, index + 1, condition));
      const data = { ...certaintyOf(found), hits, ...(condition.process && processesOf(found)) };
      if (hits.length === 0) {
        const text =
          'Nothing was found. Try other words: the object (order, invoice, delivery) and what is done with it.';
        return { ok: true, text, data, findings: [] };
      }
      const doubt = found.confidence === 'low' ? ['Unsure: none of these fits well. Try other words too.'] : [];
      return {
        ok: true,
        text: [...doubt, ...hits.map(hitLine)].join('\n'),
        data,
        offers: { target: hits.map(({ id }) => id), ...namesOf(hits) },
        findings: [],
      };
    },
  };
}

function certaintyOf({ confidence, note }: FoundTargets): Pick<SearchFindings, 'confidence' | 'note'> {
  return { confidence, ...(note !== undefined && { note }) };
}

function processesOf({ processes }: FoundTargets): Pick<SearchFindings, 'processes'> {
  if (processes === undefined) return {};
  return {
    processes: processes.map(({ process, probability, activities }) => ({
      process,
      probability,
      activities: [...activities],
    })),
  };
}

function shownHit(hit: FoundTarget, rank: number, { process }: Condition): SearchFindings['hits'][number] {
  const { id, kind, service, entitySet, operation, label, score, role, addressable } = hit;
  return {
    rank,
    id,
    kind,
    service,
    ...(entitySet !== undefined && { entitySet }),
    ...(operation !== undefined && { operation }),
    label,
    score,
    role: process ? role : 'seed',
    ...(process && hit.process !== undefined && { process: hit.process }),
    ...(process && hit.activity !== undefined && { activity: hit.activity }),
    ...(addressable !== undefined && { addressable }),
  };
}

function hitLine({ rank, id, kind, label, role, process, activity }: SearchFindings['hits'][number]): string {
  const step = activity === undefined ? '' : `step ${activity} of `;
  const place = process === undefined ? '' : `, ${step}${process}`;
  return `${rank}. ${label}: ${id} (${kind}${role === 'seed' ? '' : `, ${role}`})${place}`;
}

function namesOf(hits: SearchFindings['hits']): { service: string[]; entitySet: string[] } {
  const sets = hits.flatMap(({ entitySet }) => (entitySet === undefined ? [] : [entitySet]));
  return { service: [...new Set(hits.map(({ service }) => service))], entitySet: [...new Set(sets)] };
}
