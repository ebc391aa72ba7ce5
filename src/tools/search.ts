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
    .describe('What is to be done or found, in any words; one step at a time works best'),
  k: z.int().min(1).max(25).default(8).describe('Hits wanted, 1 to 25'),
});

const output = z.object({
  confidence: z.string(),
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
      if (hits.length === 0) {
        const text =
          'Nothing was found. Try other words: the object (order, invoice, delivery) and what is done with it.';
        return { ok: true, text, data: { confidence: found.confidence, hits }, findings: [] };
      }
      const doubt = found.confidence === 'low' ? ['Unsure: none of these fits well. Try other words too.'] : [];
      return {
        ok: true,
        text: [...doubt, ...hits.map(hitLine)].join('\n'),
        data: { confidence: found.confidence, hits, ...(condition.process && processesOf(found)) },
        findings: [],
      };
    },
  };
}

function processesOf({ processes = [] }: FoundTargets): Pick<SearchFindings, 'processes'> {
  const shown = processes.slice(0, 3).map(({ process, probability, activities }) => ({
    process,
    probability: Math.round(probability * 100) / 100,
    activities: [...activities],
  }));
  return shown.length === 0 ? {} : { processes: shown };
}

function shownHit(hit: FoundTarget, rank: number, { process }: Condition): SearchFindings['hits'][number] {
  const { id, kind, service, entitySet, operation, label, role } = hit;
  return {
    rank,
    id,
    kind,
    service,
    ...(entitySet !== undefined && { entitySet }),
    ...(operation !== undefined && { operation }),
    label,
    score: Math.round(hit.score * 1000) / 1000,
    role: process ? role : 'seed',
    ...(process && hit.process !== undefined && { process: hit.process }),
    ...(process && hit.activity !== undefined && { activity: hit.activity }),
  };
}

function hitLine({ rank, id, kind, label, role, process, activity }: SearchFindings['hits'][number]): string {
  const place = process === undefined ? '' : `, step ${activity ?? ''} of ${process}`;
  return `${rank}. ${id} (${kind}): ${label}${role === 'seed' ? '' : ` [${role}]`}${place}`;
}
