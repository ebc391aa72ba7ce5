import { z } from 'zod';
import { type OperationSpec, operationSpecSchema } from '../api/index.ts';
import type { Tool } from '../base/index.ts';
import type { Condition } from './condition.ts';
import type { ToolPorts } from './ports.ts';
import { strictInput } from './strict-input.ts';

const input = strictInput({
  target: z.string().min(1).max(500).describe('Id of an EntitySet or operation as search gives it, SVC/Name'),
  query: z.string().max(2000).optional().describe('What it is wanted for; properties that fit are told first'),
  detail: z.enum(['default', 'full']).default('default').describe('full leaves nothing out and can be long'),
});

/**
 * A selection of the specification that every door answers: without the text, which is the result's own, the examples, and the
 * descriptions of properties, so that the largest sets stay within the limits of an observation.
 */
const output = operationSpecSchema.omit({ text: true, tokens: true, examples: true }).partial();

/** A specification as the tool tells it to a program. */
export type Description = z.infer<typeof output>;

/** Tells what a call of an EntitySet or operation may and must carry. */
export function describeTool(ports: ToolPorts, condition: Condition): Tool<z.infer<typeof input>, Description> {
  return {
    name: 'describe',
    title: 'Describe an EntitySet or operation',
    description: [
      'Tells keys, properties with type, limits and whether a create must carry them, navigation with deep inserts, actions',
      ...(condition.valueHelp ? [', allowed codes'] : []),
      ...(condition.process ? [', and the place in the business process'] : []),
      '. About 1,250 tokens by default. Only names that stand here exist. Describe the EntitySet behind a navigation property to learn what its items carry.',
    ].join(''),
    input,
    output,
    effect: 'read',
    async run({ target, query, detail }) {
      const without = [
        ...(condition.process ? [] : ['process' as const]),
        ...(condition.valueHelp ? [] : ['valueHelp' as const]),
      ];
      const spec = await ports.spec(target, { detail, query, without });
      return {
        ok: true,
        text: spec.text,
        data: dataOf(spec),
        findings: [],
        keep: `${spec.id}: keys ${spec.keys.join(', ') || 'none'}; required ${spec.required.join(', ') || 'nothing'}`,
      };
    },
  };
}

function dataOf({ text: _, tokens: __, examples: ___, ...spec }: OperationSpec): Description {
  return { ...spec, properties: spec.properties.map(({ description: _, ...property }) => property) };
}
