import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/sdk/types.js';
import type { Workspace } from '../../workspace/index.ts';
import { listProcesses } from '../views/process-view.ts';
import { viewService } from '../views/service-view.ts';

/** Values that one answer may hold, as the protocol says. */
const mostValues = 100;

/** Values for an argument of a resource template or a prompt: those that begin with what was typed, then those that contain it. */
export async function complete(
  workspace: Workspace,
  { ref, argument, context }: CompleteRequest['params'],
): Promise<CompleteResult> {
  const candidates = await candidatesOf(
    workspace,
    argument.name,
    argument.value,
    context?.arguments?.service,
    ref.type,
  );
  const typed = argument.value.toLowerCase();
  const begin = candidates.filter((value) => value.toLowerCase().startsWith(typed));
  const contain = candidates.filter((value) => !begin.includes(value) && value.toLowerCase().includes(typed));
  const values = [...begin, ...contain];
  return {
    completion: { values: values.slice(0, mostValues), total: values.length, hasMore: values.length > mostValues },
  };
}

async function candidatesOf(
  workspace: Workspace,
  name: string,
  typed: string,
  service: string | undefined,
  type: string,
): Promise<string[]> {
  const services = (await workspace.services()).map(({ id }) => id);
  if (name === 'service') return services;
  if (name === 'process') return listProcesses(await workspace.processes()).map(({ id }) => id);
  if (name === 'name' && service !== undefined) return namesOf(workspace, service);
  if (name === 'target' && type === 'ref/prompt') {
    const cut = typed.indexOf('/');
    if (cut < 0) return services.map((id) => `${id}/`);
    const chosen = typed.slice(0, cut);
    return (await namesOf(workspace, chosen)).map((one) => `${chosen}/${one}`);
  }
  return [];
}

async function namesOf(workspace: Workspace, service: string): Promise<string[]> {
  const services = await workspace.services();
  if (!services.some(({ id }) => id === service)) return [];
  const { entitySets, operations } = viewService(await workspace.service(service), service, services);
  return [...entitySets, ...operations].map(({ id }) => id.slice(service.length + 1));
}
