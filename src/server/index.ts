export type { Scope } from './access/scope.ts';
export { createToken, statusOf, type TokenStatus } from './access/token.ts';
export type { Caller } from './caller.ts';
export type { HostOptions } from './landscape-host.ts';
export { runMcp } from './run-mcp.ts';
export { type RunningServer, type ServeOptions, startServer } from './start-server.ts';
