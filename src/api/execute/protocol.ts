import type { Finding, RecordedRequest } from '../../base/index.ts';
import type { Graph, RequestSettings } from '../../graph/index.ts';
import type { ApiCall } from '../call.ts';

/** A request before credentials, token and cookies are added: what previews show, plans bind and traces keep. */
export type HttpRequest = RecordedRequest;

/** A complete answer: the body is read to its end, decoded and within the limits. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The address that answered, after redirects. */
  readonly url: string;
}

/** What an answer means in the words of the protocol. */
export interface Interpretation {
  readonly ok: boolean;
  readonly body?: unknown;
  readonly etag?: string;
  readonly findings: readonly Finding[];
  /** The answer was not what the protocol allows, so that nobody knows whether a write was done. */
  readonly undecided?: boolean;
  /** Address of the next page; the body's `value` is a list then. */
  readonly next?: string;
}

/** A call written as a request, with everything that is needed to send and to understand it. */
export interface PreparedCall {
  readonly request: HttpRequest;
  /** Changes something: needs approval and is never repeated. */
  readonly write: boolean;
  /** Where the token that this request needs is fetched; absent: none is needed. */
  readonly tokenUrl?: string;
  /** How many rows the caller asked for; absent: as many as the limit allows. */
  readonly rows?: number;
  /** Notices about the call itself. */
  readonly findings: readonly Finding[];
  interpret(answer: HttpAnswer): Interpretation;
}

/** How a service is to be spoken to, beyond what its metadata says. */
export type ServiceSettings = RequestSettings;

/** What a protocol gets to write a call. */
export interface ProtocolContext {
  readonly graph: Graph;
  readonly service: string;
  /** Address of the service, or of the mock that stands for it. */
  readonly url: string;
  readonly settings: ServiceSettings;
}

/** A way of speaking to services; OData is one, REST described by OpenAPI another. Pure: never touches the network. */
export interface Protocol {
  readonly name: 'odata' | 'openapi';
  /** The call as request, or the findings that say why it cannot be one. */
  prepare(call: ApiCall, context: ProtocolContext): PreparedCall | { readonly findings: readonly Finding[] };
}
