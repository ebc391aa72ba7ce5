/**
 * Why no complete answer came. `sent: false` is only said where the request certainly never reached the system; everything
 * else leaves open whether the system acted on it.
 */
export class TransportFailure extends Error {
  readonly rule: string;
  readonly sent: boolean;
  /** The status line arrived before the failure. */
  readonly status: number | undefined;

  constructor(rule: string, message: string, options: { sent: boolean; status?: number; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'TransportFailure';
    this.rule = rule;
    this.sent = options.sent;
    this.status = options.status;
  }

  /** The same failure, brought about by the caller. */
  asCancelled(): TransportFailure {
    if (this.rule !== 'timeout') return this;
    const options = { sent: this.sent, cause: this, ...(this.status !== undefined && { status: this.status }) };
    return new TransportFailure('cancelled', 'The call was cancelled while it was under way.', options);
  }

  /** The same failure, of a request that only prepared the one that matters. */
  before(stage: string): TransportFailure {
    return new TransportFailure(this.rule, `${this.message} That was before ${stage}, so nothing was written.`, {
      sent: false,
      cause: this,
    });
  }
}

/** Codes of failures that happen before a request leaves: names, connections, certificates. */
const beforeSending: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  EADDRNOTAVAIL: 'no local address is left to connect from',
  UND_ERR_CONNECT_TIMEOUT: 'the connection could not be made in time',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain holds a self-signed certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the issuer of its certificate is not known',
  UNABLE_TO_GET_ISSUER_CERT: 'the issuer of its certificate is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of its certificate is not known',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  CERT_UNTRUSTED: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate belongs to another host name',
  EPROTO: 'the TLS handshake failed',
};

/** Turns what `fetch` or reading a body threw into a TransportFailure with one clear sentence. */
export function toTransportFailure(error: unknown, host: string, timeoutMs: number, status?: number): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const at = { ...(status !== undefined && { status }), cause: error };
  const code = codeOf(error);
  const blocked = error instanceof Error && error.cause instanceof Error && error.cause.message === 'bad port';
  const reason = blocked
    ? 'its port is one that HTTP may not use'
    : code === undefined
      ? undefined
      : beforeSending[code];
  if (reason !== undefined && status === undefined) {
    const certificate = /CERT|ISSUER|SIGNATURE|EPROTO/.test(code ?? '');
    const remedy = certificate
      ? 'Install the issuing authority with NODE_EXTRA_CA_CERTS or have the certificate renewed; checks are never switched off.'
      : 'Check the address, the network and the proxy.';
    return new TransportFailure(
      certificate ? 'certificate' : 'unreachable',
      `${host} cannot be reached: ${reason}. ${remedy}`,
      { sent: false, ...at },
    );
  }
  if (code?.startsWith('ERR_SSL') === true && status === undefined) {
    return new TransportFailure(
      'certificate',
      `${host} cannot be reached: the TLS handshake failed (${code}). Check that the address speaks https.`,
      { sent: false, ...at },
    );
  }
  if (isTimeout(error)) {
    return new TransportFailure('timeout', `${host} did not answer completely within ${timeoutMs} ms.`, {
      sent: true,
      ...at,
    });
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return new TransportFailure('cancelled', `The call to ${host} was cancelled while it was under way.`, {
      sent: true,
      ...at,
    });
  }
  if (status !== undefined && code?.startsWith('Z_') === true) {
    const problem = `${host} answered ${status} with a body that is not compressed as it says (${code}).`;
    return new TransportFailure('undecodable', problem, { sent: true, ...at });
  }
  if (status !== undefined) {
    return new TransportFailure(
      'truncated',
      `${host} answered ${status} and broke off in the middle of the body${code === undefined ? '' : ` (${code})`}.`,
      { sent: true, ...at },
    );
  }
  return new TransportFailure(
    'connection-broken',
    `The connection to ${host} broke before an answer came${code === undefined ? '' : ` (${code})`}.`,
    { sent: true, ...at },
  );
}

function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    error.name === 'TimeoutError' ||
    code === 'UND_ERR_HEADERS_TIMEOUT' ||
    code === 'UND_ERR_BODY_TIMEOUT' ||
    code === 'ETIMEDOUT'
  );
}

function codeOf(error: unknown): string | undefined {
  for (let current = error, depth = 0; depth < 8 && current instanceof Error; depth++) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string') return code;
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined);
  }
  return undefined;
}
