import type { RegressionCase } from './case-folder.ts';
import { caseKeys, onlyKeys } from './expectation.ts';
import type { Outcome } from './outcome.ts';

const mcpKeys = [...caseKeys, 'transport', 'eachInput', 'steps', 'stdout', 'stderr'];

/** `check: mcp`: a session with the MCP server is played and its answers are compared. */
export async function checkMcp({ expect }: RegressionCase): Promise<Outcome> {
  onlyKeys(expect, mcpKeys, 'expect.yaml');
  return { skipped: 'there is no MCP server yet' };
}
