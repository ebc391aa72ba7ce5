import { z } from 'zod';
import type { Tool } from '../base/index.ts';
import type { ToolPorts } from './ports.ts';
import { strictInput } from './strict-input.ts';

const input = strictInput({
  target: z.string().min(1).max(500).describe('Id of the EntitySet that has the property, SVC/Name'),
  property: z.string().min(1).max(500).describe('Coded property; members of complex properties with /'),
  find: z
    .string()
    .max(500)
    .optional()
    .describe('Code or words of its text; left out, the list is told from its beginning'),
  limit: z.int().min(1).max(50).default(12).describe('Values wanted, 1 to 50'),
});

const output = z.object({
  property: z.string(),
  fixed: z.boolean(),
  count: z.int(),
  values: z.array(z.object({ code: z.string(), text: z.string().optional() })),
  entitySet: z.string().optional(),
});

/** Looks up the code for a text in the list of a property. */
export function findValueTool(ports: ToolPorts): Tool<z.infer<typeof input>, z.infer<typeof output>> {
  return {
    name: 'find_value',
    title: 'Find a code',
    description:
      'Finds the allowed codes of a property by words of their text, best first. Use the code, not the text, in calls. Where a list is fixed nothing else is accepted.',
    input,
    output,
    effect: 'read',
    async run({ target, property, find, limit }) {
      const { fixed, count, values, entitySet } = await ports.values(target, property, find, limit);
      const data = { property, fixed, count, values, ...(entitySet !== undefined && { entitySet }) };
      return {
        ok: true,
        text: textOf(data, find),
        data,
        findings: [],
        evidence: values.map(({ code }) => code),
        ...(values.length === 1 && { keep: `${property}: ${values[0]?.code ?? ''} ${values[0]?.text ?? ''}` }),
      };
    },
  };
}

function textOf(
  { property, fixed, count, values, entitySet }: z.infer<typeof output>,
  find: string | undefined,
): string {
  const elsewhere = entitySet === undefined ? '' : ` Further values may be read from ${entitySet}.`;
  if (count === 0) return `${property} has no list of codes that is known here.${elsewhere}`;
  if (values.length === 0)
    return `None of the ${count} codes of ${property} fits ${JSON.stringify(find ?? '')}; try other words.${elsewhere}`;
  const listed = values.map(({ code, text }) => (text === undefined ? code : `${code} = ${text}`)).join('\n');
  const rest = count > values.length ? `\n${values.length} of ${count} codes.` : '';
  return `${listed}${rest}${fixed ? '' : `\nOther values are accepted too.${elsewhere}`}`;
}
