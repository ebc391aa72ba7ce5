import { z } from 'zod';
import { type ApiCall, FILTER_OPERATORS } from './call.ts';

const filterConditionSchema = z.strictObject({
  property: z.string().min(1).describe('Property name, or a path over complex properties and to-one navigation with /'),
  op: z.enum(FILTER_OPERATORS),
  value: z.unknown().describe('JSON value; a list for "in"; null compares with nothing'),
});

const querySchema = z.strictObject({
  filter: z.array(filterConditionSchema).max(200).optional().describe('Conditions joined by and'),
  select: z.array(z.string()).max(1000).optional(),
  expand: z.array(z.string()).max(100).optional().describe('Navigation properties, deeper ones with /'),
  orderby: z
    .array(z.strictObject({ property: z.string(), dir: z.enum(['asc', 'desc']).optional() }))
    .max(50)
    .optional()
    .describe('Properties to sort by, the first one first; dir is asc where it is left out'),
  top: z.int().min(0).optional(),
  skip: z.int().min(0).optional(),
  count: z.boolean().optional(),
  search: z.string().max(2000).optional(),
});

const objectSchema = z.record(z.string(), z.unknown());

/** The schema of one call. */
export const singleCallSchema = z.strictObject({
  service: z.string().min(1),
  entitySet: z.string().min(1).optional(),
  operation: z
    .string()
    .min(1)
    .describe('create, read, update, delete, action:<Name>, or "<METHOD> <path>" for an OpenAPI operation'),
  key: objectSchema.optional().describe('Key properties by name'),
  payload: objectSchema.optional().describe('Properties by name; deep inserts by navigation property'),
  parameters: objectSchema.optional().describe('Parameters of an action or function by name'),
  query: querySchema.optional(),
  etag: z.string().max(2000).optional(),
  caseId: z.string().max(500).optional().describe('Names the process instance; turns the check of the order on'),
  navigation: z
    .string()
    .optional()
    .describe('Navigation property of the entity named by key: create adds to it, read reads it'),
  contentId: z.string().max(100).optional().describe('Name of this call inside a batch'),
  reference: z
    .string()
    .max(100)
    .optional()
    .describe('contentId of an earlier call of the same batch; its entity takes the place of key'),
});

/** The schema of a batch. */
export const batchCallSchema = z.strictObject({
  service: z.string().min(1).optional(),
  operation: z.literal('batch'),
  calls: z.array(singleCallSchema).min(1).max(1000),
  changeSet: z.boolean().optional().describe('All writes succeed or none does'),
  caseId: z.string().max(500).optional(),
});

/** The published schema of a call; unknown keys are refused. */
export const apiCallSchema: z.ZodType<ApiCall> = z.union([batchCallSchema, singleCallSchema]);
