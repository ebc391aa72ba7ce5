import type { ApiSchemas } from '../../../src/server/index.ts';

/** What search answers. */
export type SearchResult = ApiSchemas['SearchResult'];
/** One hit of a search. */
export type SearchHit = SearchResult['hits'][number];
/** The grounded specification. */
export type Specification = ApiSchemas['Specification'];
/** Allowed values that fit a text. */
export type ValueSearch = ApiSchemas['ValueSearch'];
/** The landscape in figures. */
export type Landscape = ApiSchemas['Landscape'];
/** A file of the landscape and what was dropped from it. */
export type Source = ApiSchemas['Source'];
/** A service by id and title. */
export type ServiceName = ApiSchemas['ServiceName'];
/** What a service offers. */
export type Service = ApiSchemas['Service'];
/** A process by id and name. */
export type ProcessSummary = ApiSchemas['ProcessSummary'];
/** A process: its steps, their order, and what they call. */
export type Process = ApiSchemas['Process'];
/** A step that calls nothing yet, with what may be behind it. */
export type BindingProposal = ApiSchemas['BindingProposal'];
/** The graph as a whole in a compact form. */
export type GraphOverview = ApiSchemas['GraphOverview'];
/** A part of the graph around a node. */
export type Neighbourhood = ApiSchemas['Neighbourhood'];
/** Long work in the background. */
export type Job = ApiSchemas['Job'];
/** What a caller can repair. */
export type Finding = ApiSchemas['Finding'];
/** A request to a system. */
export type SystemRequest = ApiSchemas['Request'];
/** Whether a call may be sent. */
export type Validation = ApiSchemas['Validation'];
/** What came of a call. */
export type CallResult = ApiSchemas['CallResult'];
/** A plan with its approvals and its outcome. */
export type PlanState = ApiSchemas['PlanState'];
/** A record of what was done. */
export type TraceRecord = ApiSchemas['TraceRecord'];
/** A trace by its first and last record. */
export type TraceSummary = ApiSchemas['TraceSummary'];

export type { AgentEvent, ApiCall } from '../../../src/server/index.ts';
