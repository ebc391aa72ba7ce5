import type { Workspace } from '../../workspace/index.ts';
import { listProcesses } from '../views/process-view.ts';

const mostNames = 30;

/** What a client's model should know before it begins: the landscape in a few lines, and how to work with it. At most 4,000 characters. */
export async function writeInstructions(workspace: Workspace): Promise<string> {
  const { name, description } = workspace.meta.landscape;
  const { nodes } = workspace.meta.counts;
  const services = (await workspace.services()).map(({ id, title }) => `${id} (${title})`);
  const processes = listProcesses(await workspace.processes())
    .filter(({ activities }) => activities > 0)
    .map((process) => process.name ?? process.id);
  return [
    `Groundrail stands before the business systems of the landscape "${name}"${description === undefined ? '.' : `: ${description}`}`,
    `It knows ${nodes.Service ?? 0} services with ${nodes.EntitySet ?? 0} EntitySets and ${nodes.Operation ?? 0} operations, and ${nodes.Process ?? 0} business processes.`,
    named('Services', services),
    named('Processes', processes),
    'How to work: search for each step of the task in business words; describe an id before you use it; find_value for codes; read for data that exists. To write: propose_call checks the call and answers with findings to repair, or with a plan; submit sends a plan once, after the user has approved it. Only names that describe tells exist; take identifiers from the user or from what systems answered, never invent them. Search tells which steps a process needs before and after: keep that order.',
  ]
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, 4000);
}

function named(what: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > mostNames ? `, and ${names.length - mostNames} more` : '';
  return `${what}: ${names.slice(0, mostNames).join(', ')}${more}.`;
}
