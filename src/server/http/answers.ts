import type { z } from 'zod';
import type {
  callResultSchema,
  decisionSchema,
  findingSchema,
  httpRequestSchema,
  planStateSchema,
  traceRecordSchema,
  traceSummarySchema,
  validationSchema,
} from './schemas/call.ts';
import type { graphOverviewSchema, neighbourhoodSchema } from './schemas/graph.ts';
import type {
  bindingProposalSchema,
  jobSchema,
  landscapeSchema,
  processSchema,
  processSummarySchema,
  searchResultSchema,
  serviceNameSchema,
  serviceSchema,
  sourceSchema,
  specificationSchema,
  valueSearchSchema,
} from './schemas/landscape.ts';

/** What the API answers and takes, by the names of its published document. */
export interface ApiSchemas {
  SearchResult: z.output<typeof searchResultSchema>;
  Specification: z.output<typeof specificationSchema>;
  ValueSearch: z.output<typeof valueSearchSchema>;
  Landscape: z.output<typeof landscapeSchema>;
  Source: z.output<typeof sourceSchema>;
  ServiceName: z.output<typeof serviceNameSchema>;
  Service: z.output<typeof serviceSchema>;
  ProcessSummary: z.output<typeof processSummarySchema>;
  Process: z.output<typeof processSchema>;
  BindingProposal: z.output<typeof bindingProposalSchema>;
  GraphOverview: z.output<typeof graphOverviewSchema>;
  Neighbourhood: z.output<typeof neighbourhoodSchema>;
  Job: z.output<typeof jobSchema>;
  Finding: z.output<typeof findingSchema>;
  Request: z.output<typeof httpRequestSchema>;
  Validation: z.output<typeof validationSchema>;
  CallResult: z.output<typeof callResultSchema>;
  PlanState: z.output<typeof planStateSchema>;
  TraceRecord: z.output<typeof traceRecordSchema>;
  TraceSummary: z.output<typeof traceSummarySchema>;
  Decision: z.output<typeof decisionSchema>;
}
