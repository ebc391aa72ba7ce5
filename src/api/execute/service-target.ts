import type { Finding } from '../../base/index.ts';
import type { Graph, ServiceAttributes } from '../../graph/index.ts';
import { type ApiCall, isBatch } from '../call.ts';
import { Catalog } from '../spec/catalog.ts';
import { unknownServiceAt } from '../validate/rules/unknown-service.ts';
import type { AuthSettings } from './authentication.ts';
import type { ServiceSettings } from './protocol.ts';

/** The service that a call goes to, and where it lives. */
export interface ServiceTarget {
  readonly graph: Graph;
  readonly service: string;
  readonly attributes: ServiceAttributes;
  readonly url: string;
  readonly settings: ServiceSettings;
  /** Absent for mocks: no secret is sent to them. */
  readonly auth: AuthSettings | undefined;
}

/** Where services are looked up. */
export interface ServiceDirectory {
  /** The graph that holds the service's slice, or a function that fetches it. */
  readonly graph: Graph | ((service: string) => Graph | Promise<Graph>);
  /** Root of a mock landscape that stands for all systems. */
  readonly target?: string | undefined;
  readonly settings?: Readonly<Record<string, ServiceSettings>> | undefined;
}

/** Finds the service of a call; the findings say why nothing can be sent. */
export async function findTarget(
  call: ApiCall,
  directory: ServiceDirectory,
): Promise<ServiceTarget | { readonly findings: readonly Finding[] }> {
  const services = isBatch(call)
    ? [...new Set([...(call.service === undefined ? [] : [call.service]), ...call.calls.map(({ service }) => service)])]
    : [call.service];
  const [service = ''] = services;
  if (services.length > 1)
    return refuse(
      'batch-services',
      '/calls',
      `A batch goes to one service, not to ${services.join(' and ')}; send one batch a service.`,
    );
  const graph = typeof directory.graph === 'function' ? await directory.graph(service) : directory.graph;
  const attributes = graph.node('Service', service)?.attributes;
  if (attributes === undefined)
    return { findings: [unknownServiceAt('/service', service, Catalog.of(graph).serviceIds())] };
  const url =
    directory.target === undefined
      ? attributes.url
      : `${directory.target.replace(/\/+$/, '')}/${encodeURIComponent(service)}`;
  if (url === undefined || url === '')
    return refuse(
      'no-url',
      '/service',
      `${service} has no url in landscape.yaml, so it cannot be called; add one, or name a mock as target.`,
    );
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return refuse(
      'no-url',
      '/service',
      `The url of ${service} is no http address: ${url}. Correct it in landscape.yaml.`,
    );
  const { username, password } = new URL(url);
  if (username !== '' || password !== '')
    return refuse(
      'literal-secret',
      '/service',
      `The url of ${service} holds a user or password; put them into auth in landscape.yaml, as references to environment variables.`,
    );
  const settings = { ...attributes.requests, ...directory.settings?.[service] };
  return {
    graph,
    service,
    attributes,
    url,
    settings,
    auth: directory.target === undefined ? attributes.auth : undefined,
  };
}

function refuse(rule: string, path: string, message: string): { findings: Finding[] } {
  return { findings: [{ rule, severity: 'error', path, message }] };
}
