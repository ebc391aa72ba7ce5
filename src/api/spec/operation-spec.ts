import { z } from 'zod';

const valueHelpSpec = z.object({
  fixed: z.boolean().describe('Nothing but the listed values is accepted'),
  count: z.int().describe('Number of values known here'),
  values: z
    .array(z.object({ code: z.string(), text: z.string().optional() }))
    .optional()
    .describe('The values, where they are few; otherwise search them with --values'),
  entitySet: z.string().optional().describe('EntitySet that holds the values'),
  valueProperty: z.string().optional(),
  textProperty: z.string().optional(),
  reference: z.string().optional().describe('Metadata that describes the list'),
  dependsOn: z.array(z.string()).optional().describe('Properties that narrow the list'),
});

const typed = {
  name: z.string(),
  type: z.string().describe('Qualified type, without Collection()'),
  label: z.string().describe('As the source says, else the words of the name'),
  collection: z.boolean().optional(),
  maxLength: z.union([z.int(), z.literal('max')]).optional(),
  precision: z.int().optional(),
  scale: z.union([z.int(), z.enum(['variable', 'floating'])]).optional(),
  description: z.string().optional(),
  defaultValue: z.string().optional(),
};

const flatPropertySpec = z.object({
  ...typed,
  nullable: z.boolean(),
  required: z.boolean().describe('A create must carry it'),
  creatable: z.boolean(),
  updatable: z.boolean(),
  key: z.boolean().optional(),
  computed: z.boolean().optional(),
  immutable: z.boolean().optional(),
  filterable: z.boolean().optional().describe('Only given where false'),
  sortable: z.boolean().optional().describe('Only given where false'),
  semantics: z.string().optional(),
  unit: z.string().optional().describe('Property that holds the unit or currency'),
  text: z.string().optional().describe('Property that holds the text of this code'),
  valueHelp: valueHelpSpec.optional(),
});

/** A property in a specification; `members` are those of its complex type. */
export interface PropertySpec extends z.infer<typeof flatPropertySpec> {
  members?: PropertySpec[] | undefined;
}

const propertySpec: z.ZodType<PropertySpec> = flatPropertySpec.extend({
  members: z.lazy(() => z.array(propertySpec)).optional(),
});

const parameterSpec = z.object({
  ...typed,
  type: z.string().optional(),
  in: z.string().optional().describe('path, query, header or body, for OpenAPI'),
  required: z.boolean(),
  nullable: z.boolean(),
  valueHelp: valueHelpSpec.optional().describe('List of the property of the same name'),
  members: z.array(propertySpec).optional().describe('Properties of the complex type'),
});

const navigationSpec = z.object({
  name: z.string(),
  to: z.string().describe('Id of the EntityType that it leads to'),
  entitySet: z.string().optional().describe('EntitySet behind it'),
  cardinality: z.enum(['1', '0..1', '*']),
  deepInsert: z.boolean().describe('A create may carry the entities behind it'),
  required: z.array(z.string()).optional().describe('What an entity created through it must carry'),
});

const actionSpec = z.object({
  id: z.string(),
  name: z.string(),
  label: z.string(),
  operationType: z.enum(['Action', 'Function', 'FunctionImport', 'OpenAPI']),
  on: z.enum(['entity', 'collection', 'unbound']).describe('entity: the call needs the key'),
  parameters: z.array(parameterSpec),
  returns: z.string().optional(),
});

const neighbourSpec = z.object({
  activity: z.string(),
  name: z.string().optional(),
  id: z.string().describe('EntitySet or Operation behind the activity'),
  operation: z.string(),
});

const processSpec = z.object({
  process: z.string(),
  processName: z.string().optional(),
  activity: z.string(),
  name: z.string().optional(),
  operation: z.string(),
  before: z.array(neighbourSpec),
  after: z.array(neighbourSpec),
});

/** The published schema of a grounded specification, as `describe --json` prints it. */
export const operationSpecSchema = z.object({
  id: z.string(),
  service: z.string(),
  entitySet: z.string().optional(),
  operation: z.string().optional(),
  kind: z
    .enum(['EntitySet', 'Singleton', 'Operation', 'EntityType'])
    .describe('EntityType: has no set, is reached by navigation'),
  protocol: z.string().describe('odata 2.0, odata 4.0, openapi, …'),
  label: z.string(),
  description: z.string().optional(),
  keys: z.array(z.string()).describe('In declared order'),
  operations: z.array(z.enum(['create', 'read', 'update', 'delete'])).describe('What is possible on the set itself'),
  etag: z
    .boolean()
    .optional()
    .describe(
      'Entities have versions: updates, deletes and actions on one take the ETag of a read, and the system may refuse them without it',
    ),
  draft: z.boolean().optional(),
  properties: z.array(propertySpec),
  navigation: z.array(navigationSpec),
  actions: z.array(actionSpec),
  parameters: z.array(parameterSpec).optional(),
  body: z.array(propertySpec).optional().describe('Properties of the request body, for OpenAPI'),
  returns: z.string().optional(),
  required: z.array(z.string()).describe('What a create, or a call of the operation, must carry'),
  filterRestrictions: z
    .object({
      filterable: z.boolean().optional(),
      required: z.array(z.string()).optional(),
      notFilterable: z.array(z.string()).optional(),
      expressions: z.record(z.string(), z.array(z.string())).optional(),
    })
    .optional(),
  sortRestrictions: z
    .object({ sortable: z.boolean().optional(), notSortable: z.array(z.string()).optional() })
    .optional(),
  queryOptions: z
    .object({
      search: z.boolean(),
      top: z.boolean(),
      skip: z.boolean(),
      count: z.boolean(),
      expand: z.boolean(),
    })
    .optional(),
  examples: z.array(z.record(z.string(), z.unknown())).describe('Calls that validate, generated from the types'),
  process: z.array(processSpec),
  text: z.string().describe('The same for a language model, within a token budget'),
  tokens: z.object({ count: z.int(), tokenizer: z.string() }).describe('Size of `text`'),
});

/** The grounded specification of an EntitySet or Operation. */
export type OperationSpec = z.infer<typeof operationSpecSchema>;
/** A parameter in a specification. */
export type ParameterSpec = z.infer<typeof parameterSpec>;
/** A navigation property in a specification. */
export type NavigationSpec = z.infer<typeof navigationSpec>;
/** A bound or unbound action or function in a specification. */
export type ActionSpec = z.infer<typeof actionSpec>;
/** A place in a process in a specification. */
export type ProcessSpec = z.infer<typeof processSpec>;
/** Value help in a specification. */
export type ValueHelpSpec = z.infer<typeof valueHelpSpec>;
