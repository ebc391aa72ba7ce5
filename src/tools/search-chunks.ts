import { z } from 'zod';
import type { OperationSpec } from '../api/index.ts';
import type { Tool } from '../base/index.ts';
import { fitLines } from './compact.ts';
import type { Condition } from './condition.ts';
import type { ToolPorts } from './ports.ts';
import { strictInput } from './strict-input.ts';

const chunkCharacters = 2500;
const candidates = 25;

const input = strictInput({
  query: z
    .string()
    .min(1)
    .max(2000)
    .describe(
      'What is to be done with which business object, in any words; one step of the task at a time, without its numbers',
    ),
  k: z.int().min(1).max(10).default(5).describe('Chunks wanted, 1 to 10'),
});

const output = z.object({
  chunks: z.array(
    z.object({ service: z.string(), entitySet: z.string(), properties: z.array(z.string()), text: z.string() }),
  ),
});

type Chunk = z.infer<typeof output>['chunks'][number];

/**
 * Search as documentation retrieval does it: the k summaries of EntitySets nearest to the query, each with the names of service, EntitySet
 * and properties, and with the code lists as plain text where the condition has them.
 */
export function searchChunksTool(
  ports: ToolPorts,
  condition: Condition,
): Tool<z.infer<typeof input>, z.infer<typeof output>> {
  return {
    name: 'search',
    title: 'Search the documentation',
    description: `Finds the pieces of the API documentation nearest to a query, up to k. A piece names a service, an EntitySet and its properties${condition.valueHelp ? ', and lists the codes of coded properties' : ''}.`,
    input,
    output,
    effect: 'read',
    async run({ query, k }) {
      const { hits } = await ports.search(query, { k: candidates, mode: 'dense' });
      const sets = hits.filter(({ kind, entitySet }) => kind !== 'Operation' && entitySet !== undefined).slice(0, k);
      const chunks = await Promise.all(sets.map(async ({ id }) => chunkOf(await ports.spec(id), condition.valueHelp)));
      const text = chunks.length === 0 ? 'Nothing was found.' : chunks.map((chunk) => chunk.text).join('\n\n');
      const offers = {
        service: [...new Set(chunks.map(({ service }) => service))],
        entitySet: [...new Set(chunks.map(({ entitySet }) => entitySet))],
      };
      return { ok: true, text, data: { chunks }, findings: [], offers };
    },
  };
}

function chunkOf(spec: OperationSpec, withCodes: boolean): Chunk {
  const { service, entitySet = '', label } = spec;
  const properties = spec.properties.map(({ name }) => name);
  const codes = withCodes
    ? spec.properties.flatMap(({ name, valueHelp }) => {
        const values = valueHelp?.values ?? [];
        if (values.length === 0) return [];
        return [
          `${name}: ${values.map(({ code, text }) => (text === undefined ? code : `${code} = ${text}`)).join('; ')}`,
        ];
      })
    : [];
  const navigation = spec.navigation.map(({ name }) => name);
  const lines = [
    `Service ${service}, EntitySet ${entitySet}: ${label}.`,
    ...codes,
    `Properties: ${properties.join(', ')}.`,
    ...(navigation.length > 0 ? [`Navigation: ${navigation.join(', ')}.`] : []),
  ];
  return { service, entitySet, properties, text: fitLines(lines, chunkCharacters).text };
}
