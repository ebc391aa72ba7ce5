export type { AgentEvent, ApiCall } from '../workspace/index.ts';
export type { Scope } from './access/scope.ts';
export { createToken, statusOf, type TokenStatus } from './access/token.ts';
export type { Caller } from './caller.ts';
export type { ApiSchemas } from './http/answers.ts';
export type { Problem } from './http/problem.ts';
export type { HostOptions } from './landscape-host.ts';
export { runMcp } from './run-mcp.ts';
export { type RunningServer, type ServeOptions, startServer } from './start-server.ts';
