import { AuthenticationProblem, type TokenRequest } from './authentication.ts';
import type { Transport } from './transport.ts';
import { TransportFailure } from './transport-failure.ts';

const fallbackLifetimeMs = 5 * 60_000;

/** Fetches access tokens over a transport (RFC 6749, 4.4 and 5): once, without retry of refused credentials. */
export function accessTokenRequest(transport: Transport): TokenRequest {
  return async (url, form, headers) => {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new AuthenticationProblem('token-url', `The tokenUrl of auth is no http address: ${url}.`);
    }
    const { host, protocol, hostname } = new URL(url);
    if (protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) {
      throw new AuthenticationProblem(
        'token-url',
        `The tokenUrl ${url} is not encrypted; the client secret is sent over https only.`,
      );
    }
    const request = {
      method: 'POST',
      url,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: form.toString(),
      idempotent: false,
    };
    const answer = await transport.send(request).catch((cause: unknown) => {
      const reason = cause instanceof TransportFailure ? cause.message : String(cause);
      throw new AuthenticationProblem('token-unavailable', `No access token could be had: ${reason}`, { cause });
    });
    const parsed = asObject(answer.text);
    const token = parsed?.access_token;
    if (answer.status !== 200 || typeof token !== 'string' || token === '') {
      const said = typeof parsed?.error === 'string' ? ` (${parsed.error.slice(0, 100)})` : '';
      throw new AuthenticationProblem(
        'token-refused',
        `${host} answered ${answer.status}${said} and gave no access token; check clientId, clientSecret and scope.`,
      );
    }
    const seconds = Number(parsed?.expires_in);
    return { accessToken: token, expiresInMs: seconds > 0 ? seconds * 1000 : fallbackLifetimeMs };
  };
}

function asObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
