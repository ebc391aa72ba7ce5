import type { Tool } from '../base/index.ts';
import { CONDITIONS, type Condition } from './condition.ts';
import { describeTool } from './describe.ts';
import { findValueTool } from './find-value.ts';
import { finishTool } from './finish.ts';
import type { ToolPorts } from './ports.ts';
import { proposeCallTool } from './propose-call.ts';
import { readTool } from './read.ts';
import { searchTool } from './search.ts';
import { searchChunksTool } from './search-chunks.ts';
import { submitTool } from './submit.ts';

/** The tools of an agent under a condition, in the order in which they are told. The ports must check calls as the condition says. */
export function createTools(ports: ToolPorts, condition: Condition = CONDITIONS.full): Tool[] {
  const lookUp =
    condition.retrieval === 'chunks'
      ? [searchChunksTool(ports, condition)]
      : [
          searchTool(ports, condition),
          describeTool(ports, condition),
          ...(condition.valueHelp ? [findValueTool(ports)] : []),
        ];
  return [...lookUp, readTool(ports), proposeCallTool(ports), submitTool(ports, condition), finishTool()];
}
