/**
 * Attribute names of the OpenTelemetry semantic conventions for generative AI, copied from version 1.41 because they are still
 * in development there and may be renamed; `gen_ai.tool.call.arguments` and the usage figures are opt-in in the convention.
 * https://github.com/open-telemetry/semantic-conventions/tree/v1.41.0/docs/gen-ai
 */
export const genAi = {
  operationName: 'gen_ai.operation.name',
  conversationId: 'gen_ai.conversation.id',
  agentName: 'gen_ai.agent.name',
  providerName: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolCallId: 'gen_ai.tool.call.id',
  toolCallArguments: 'gen_ai.tool.call.arguments',
} as const;

/** Stable attribute names of the conventions for HTTP clients and errors. */
export const http = {
  method: 'http.request.method',
  status: 'http.response.status_code',
  url: 'url.full',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  errorType: 'error.type',
} as const;

/** What the conventions have no name for. JSON is written where a value is no plain one. */
export const groundrail = {
  recordId: 'groundrail.record.id',
  traceId: 'groundrail.trace.id',
  kind: 'groundrail.record.kind',
  actor: 'groundrail.actor',
  service: 'groundrail.service',
  entitySet: 'groundrail.entity_set',
  operation: 'groundrail.operation',
  caseId: 'groundrail.case.id',
  planId: 'groundrail.plan.id',
  outcome: 'groundrail.outcome',
  requests: 'groundrail.requests',
  findings: 'groundrail.findings',
} as const;
