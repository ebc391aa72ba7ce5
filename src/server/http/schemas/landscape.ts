import { z } from 'zod';
import { operationSpecSchema } from '../../../workspace/index.ts';
import { findingSchema } from './call.ts';
import { answerSchemas, named } from './published.ts';

const counts = z.record(z.string(), z.int());

export const landscapeSchema = named(
  'Landscape',
  z.object({
    name: z.string(),
    description: z.string().optional(),
    indexedAt: z.string(),
    embedder: z.string(),
    groundrail: z.string().describe('Version that made the index'),
    nodes: counts.describe('Number of nodes by kind'),
    edges: counts.describe('Number of edges by kind'),
    sources: z.object({ read: z.int(), refused: z.int(), errors: z.int(), warnings: z.int() }),
  }),
);

export const sourceSchema = named(
  'Source',
  z.object({
    path: z.string(),
    kind: z.string(),
    status: z.enum(['read', 'unchanged', 'refused']),
    findings: z.array(findingSchema),
  }),
);

export const serviceNameSchema = named('ServiceName', z.object({ id: z.string(), title: z.string() }));

export const serviceSchema = named(
  'Service',
  z.object({
    id: z.string(),
    title: z.string().optional(),
    description: z.string().optional(),
    domain: z.string().optional(),
    protocol: z.string(),
    version: z.string().optional(),
    url: z.string().optional(),
    entitySets: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        label: z.string().optional(),
        singleton: z.boolean().optional(),
      }),
    ),
    operations: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        label: z.string().optional(),
        operationType: z.string(),
        bound: z.boolean(),
      }),
    ),
  }),
);

export const processSummarySchema = named(
  'ProcessSummary',
  z.object({
    id: z.string(),
    name: z.string().optional(),
    file: z.string().optional(),
    activities: z.int(),
    bound: z.int().describe('Activities that call something'),
  }),
);

export const processSchema = named(
  'Process',
  z.object({
    id: z.string(),
    name: z.string().optional(),
    description: z.string().optional(),
    file: z.string().optional(),
    activities: z.array(
      z.object({
        id: z.string(),
        name: z.string().optional(),
        type: z.string().describe('The BPMN element'),
        event: z.string().optional(),
        lane: z.string().optional(),
        parent: z.string().optional(),
        attachedTo: z.string().optional(),
        entry: z.boolean().optional(),
        invokes: z.array(z.object({ kind: z.string(), id: z.string(), operation: z.string() })),
      }),
    ),
    flow: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        condition: z.string().optional(),
        default: z.boolean().optional(),
        via: z.array(z.string()).optional().describe('Gateways passed'),
      }),
    ),
    messages: z.array(
      z.object({
        from: z.string().describe('Id of a process or of a step'),
        to: z.string(),
        name: z.string().optional(),
        fromName: z.string().optional(),
        toName: z.string().optional(),
      }),
    ),
  }),
);

export const bindingProposalSchema = named(
  'BindingProposal',
  z.object({
    process: z.string(),
    activity: z.string().describe('Id of the step within its process'),
    name: z.string(),
    candidates: z.array(
      z.object({
        service: z.string(),
        entitySet: z.string().optional(),
        operation: z.string(),
        label: z.string(),
        confidence: z.number().describe('The chance that search gives it, 0 to 1'),
      }),
    ),
  }),
);

/** The grounded specification, as every door gives it. */
export const specificationSchema = operationSpecSchema;
answerSchemas.add(specificationSchema, { id: 'Specification' });

export const valueSearchSchema = named(
  'ValueSearch',
  z.object({
    property: z.string(),
    fixed: z.boolean().describe('Nothing else is accepted'),
    count: z.int().describe('Number of values known before the search'),
    values: z.array(z.object({ code: z.string(), text: z.string().optional() })),
    entitySet: z.string().optional().describe('EntitySet to read where the values are not known here'),
  }),
);

export const searchResultSchema = named(
  'SearchResult',
  z.object({
    query: z.string(),
    mode: z.enum(['hybrid', 'dense', 'lexical', 'graph']),
    confidence: z.enum(['high', 'low']),
    note: z.string().optional(),
    hits: z.array(
      z.object({
        rank: z.int(),
        id: z.string(),
        kind: z.enum(['EntitySet', 'Operation']),
        service: z.string(),
        entitySet: z.string().optional(),
        operation: z.string().optional(),
        label: z.string(),
        score: z.number(),
        role: z.enum(['seed', 'before', 'after', 'child']),
        process: z.string().optional(),
        activity: z.string().optional(),
        addressable: z.boolean().optional().describe('False where the set cannot be read by itself'),
        contributions: z.array(z.object({ source: z.string(), value: z.number(), via: z.string().optional() })),
      }),
    ),
    processes: z
      .array(
        z.object({
          process: z.string(),
          label: z.string(),
          probability: z.number(),
          activities: z.array(z.string()),
          units: z.array(z.string()),
        }),
      )
      .optional(),
    timings: z.object({ embeddingMs: z.number(), searchMs: z.number() }),
  }),
);

export const jobSchema = named(
  'Job',
  z.object({
    id: z.string(),
    kind: z.enum(['index', 'audit']),
    state: z.enum(['running', 'done', 'failed', 'cancelled']),
    by: z.string(),
    startedAt: z.string(),
    endedAt: z.string().optional(),
    progress: z.string(),
    result: z.unknown().optional().describe('The JSON of the command of the same name'),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
  }),
);
