import { z } from 'zod';

/** The schemas of answers that have a name in the published document. */
export const answerSchemas = z.registry<{ id: string }>();

/** The schemas of request bodies that have a name in the published document. */
export const requestSchemas = z.registry<{ id: string }>();

/** Gives a schema of answers its published name. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  answerSchemas.add(schema, { id });
  return schema;
}
