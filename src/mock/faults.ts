/** Faults that the mock plays on request: for every call by option, for one call by the header `x-groundrail-fault`. */
export interface Fault {
  /** Milliseconds before the answer. */
  latency?: number;
  /** Answer with this status instead: 429, 500, 503, ... */
  status?: number;
  /** Handle the request, then close the connection without an answer. */
  drop?: boolean;
  /** Refuse the credentials or the token as expired. */
  expire?: 'token' | 'credentials';
  /** Treat the entity tag of the request as outdated. */
  staleEtag?: boolean;
  /** Send only half of the body, then close. */
  truncate?: boolean;
  /** Answer with an HTML page, as a login proxy does. */
  html?: boolean;
  /** How often; without it always. */
  times?: number;
}

/** Reads `latency=200; status=429`; unknown words are ignored so that a client cannot break the mock. */
export function parseFault(header: string | undefined): Fault | undefined {
  if (!header) return undefined;
  const fault: Fault = {};
  for (const part of header.split(';')) {
    const [name = '', value = ''] = part.split('=').map((piece) => piece.trim());
    if (name === 'latency') fault.latency = Math.min(Number(value) || 0, 60_000);
    else if (name === 'status' && /^[45]\d\d$/.test(value)) fault.status = Number(value);
    else if (name === 'times') fault.times = Number(value) || 0;
    else if (name === 'drop' || name === 'staleEtag' || name === 'truncate' || name === 'html') fault[name] = true;
    else if (name === 'expire') fault.expire = value === 'credentials' ? 'credentials' : 'token';
  }
  return fault;
}
