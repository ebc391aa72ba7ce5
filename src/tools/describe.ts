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
        text: [spec.text, ...nextCall(spec)].join('\n'),
        data: dataOf(spec),
        findings: [],
        offers: offersOf(spec),
        keep: `${spec.id}: keys ${spec.keys.join(', ') || 'none'}; required ${spec.required.join(', ') || 'nothing'}`,
      };
    },
  };
}

function dataOf({ text: _, tokens: __, examples: ___, ...spec }: OperationSpec): Description {
  return { ...spec, properties: spec.properties.map(({ description: _, ...property }) => property) };
}

/** The shape of the write that follows, where there is one. */
function nextCall({ service, entitySet, operations }: OperationSpec): string[] {
  if (entitySet === undefined || !operations.includes('create')) return [];
  const call = `{"service": ${JSON.stringify(service)}, "entitySet": ${JSON.stringify(entitySet)}, "operation": "create", "payload": {...}}`;
  return [`To create one: propose_call ${call}`];
}

/** What can be described or called after this: its own sets, those it leads to, its actions and its neighbours in processes. */
function offersOf({
  id,
  service,
  entitySet,
  navigation,
  actions,
  process,
  operations,
  operation,
}: OperationSpec): Record<string, string[]> {
  const sets = navigation.flatMap(({ entitySet: name }) => (name === undefined ? [] : [name]));
  const neighbours = process.flatMap(({ before, after }) => [...before, ...after].map((step) => step.id));
  const targets = [
    id,
    ...sets.map((name) => `${service}/${name}`),
    ...actions.map((action) => action.id),
    ...neighbours,
  ];
  return {
    target: [...new Set(targets)],
    service: [service],
    ...(entitySet !== undefined && { entitySet: [...new Set([entitySet, ...sets])] }),
    operation: [
      ...operations.filter((name) => name !== 'read'),
      ...actions.map(({ name }) => `action:${name}`),
      ...(operation === undefined ? [] : [`action:${operation}`]),
    ],
  };
}
