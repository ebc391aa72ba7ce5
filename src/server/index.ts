export { SCOPES, type Scope } from './access/scope.ts';
export { type Caller, localCaller } from './caller.ts';
export { type HostOptions, LandscapeHost } from './landscape-host.ts';
export { runMcp } from './run-mcp.ts';
