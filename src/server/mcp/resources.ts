import {
  ErrorCode,
  McpError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import { isGroundrailError } from '../../base/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import { listProcesses, viewProcess } from '../views/process-view.ts';
import { viewService } from '../views/service-view.ts';
import { readResourceAddress, resourceAddress } from './resource-address.ts';

/** The protocol's code for a resource that is not there. */
const resourceNotFound = -32002;

/** The kinds of resources by their address. */
export const resourceTemplates: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'groundrail://service/{service}',
    name: 'service',
    title: 'Service',
    description: 'What a service offers: its EntitySets and operations',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'groundrail://process/{process}',
    name: 'process',
    title: 'Business process',
    description: 'The steps of a process, their order and what they call',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'groundrail://spec/{service}/{name}',
    name: 'spec',
    title: 'Specification',
    description: 'The grounded specification of an EntitySet or operation, as text and as JSON',
    mimeType: 'text/plain',
  },
];

/** Every service and process; specifications are told by their template alone. */
export async function listResources(workspace: Workspace): Promise<Resource[]> {
  const services = await workspace.services();
  const processes = listProcesses(await workspace.processes());
  return [
    ...services.map(({ id, title }) => ({
      uri: resourceAddress('service', id),
      name: id,
      title,
      mimeType: 'application/json',
    })),
    ...processes.map(({ id, name, bound, activities }) => ({
      uri: resourceAddress('process', id),
      name: id,
      ...(name !== undefined && { title: name }),
      description: `${activities} steps, ${bound} of them call something`,
      mimeType: 'application/json',
    })),
  ];
}

/** The content of a resource; the protocol's error names the nearest ids where there is none. */
export async function readResource(workspace: Workspace, uri: string): Promise<ReadResourceResult> {
  const address = readResourceAddress(uri);
  if (address === undefined) {
    const message = `${uri.slice(0, 200)} is no address of this server; see the resource templates.`;
    throw new McpError(resourceNotFound, message, { uri });
  }
  const { kind, id } = address;
  try {
    if (kind === 'service') return json(uri, viewService(await workspace.service(id), id, await workspace.services()));
    if (kind === 'process') return json(uri, viewProcess(await workspace.processes(), id));
    const { text, ...spec } = await workspace.spec(id);
    return { contents: [{ uri, mimeType: 'text/plain', text }, ...json(uri, spec).contents] };
  } catch (error) {
    if (isGroundrailError(error, 'target-unknown')) throw new McpError(resourceNotFound, error.message, { uri });
    if (isGroundrailError(error)) throw new McpError(ErrorCode.InternalError, error.message, { code: error.code });
    throw error;
  }
}

function json(uri: string, value: unknown): ReadResourceResult {
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value) }] };
}
