import { AsyncLocalStorage } from 'node:async_hooks';
import { show } from './compare.ts';
import { requestProblems, type SentRequest } from './compare-request.ts';
import { asList, asText, type Fields, fieldsOf, onlyKeys } from './expectation.ts';

interface Step {
  readonly request: Fields;
  readonly response: Fields;
  readonly group: unknown;
  readonly optional: boolean;
  used: boolean;
}

/** The system of a case: answers as `exchange` says, in its order, and notes everything that does not fit. */
export class ScriptedExchange {
  readonly problems: string[] = [];
  readonly #steps: readonly Step[];
  readonly #caller = new AsyncLocalStorage<{ sent: number }>();

  constructor(exchange: unknown) {
    this.#steps = asList(exchange).map((entry) => {
      const step = fieldsOf(entry, 'exchange[]');
      onlyKeys(step, ['request', 'response', 'group', 'optional'], 'exchange[]');
      const response = fieldsOf(step.response ?? {}, 'response');
      onlyKeys(response, ['status', 'headers', 'body'], 'response');
      return {
        request: fieldsOf(step.request, 'request'),
        response,
        group: step.group,
        optional: step.optional === true,
        used: false,
      };
    });
  }

  /** Runs something and counts the requests that it causes. */
  async counting<T>(run: () => Promise<T>): Promise<{ result: T; sent: number }> {
    const counter = { sent: 0 };
    const result = await this.#caller.run(counter, run);
    return { result, sent: counter.sent };
  }

  /** The `fetch` of the case. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const counter = this.#caller.getStore();
    if (counter !== undefined) counter.sent += 1;
    const sent: SentRequest = {
      method: init.method ?? 'GET',
      url: input instanceof Request ? input.url : String(input),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : '',
    };
    const candidates = this.#candidates();
    const step = candidates.find(({ request }) => requestProblems(request, sent).length === 0);
    if (step === undefined) {
      const wanted = candidates.map(({ request }) => requestProblems(request, sent).join(', ')).join(' or: ');
      this.problems.push(
        `${sent.method} ${sent.url} does not fit the script: ${wanted === '' ? 'nothing more may be sent' : wanted}`,
      );
      throw new TypeError('fetch failed: the script has no answer');
    }
    step.used = true;
    return answerOf(step.response, sent.method);
  };

  /** Steps that were never used. */
  leftOver(): string[] {
    return this.#steps
      .filter((step) => !step.used && !step.optional)
      .map(({ request }) => `expected the request ${show(request.method)} ${show(request.url)}, it never came`);
  }

  /** What may come next: the first unused step with the neighbours of its group, and what stands behind optional ones. */
  #candidates(): Step[] {
    const open: Step[] = [];
    const rest = this.#steps.slice(this.#steps.findLastIndex((step) => step.used && step.group === undefined) + 1);
    let group: unknown;
    for (const step of rest) {
      const stillInGroup = group !== undefined && step.group === group;
      if (step.used) {
        group = step.group;
        continue;
      }
      const blocked = open.some((other) => !other.optional);
      if (blocked && !stillInGroup) break;
      open.push(step);
      group = step.group;
    }
    return open;
  }
}

function answerOf(response: Fields, method: string): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fieldsOf(response.headers ?? {}, 'headers'))) {
    for (const one of asList(value)) headers.append(name, asText(one, name));
  }
  const { body } = response;
  const status = Number(response.status ?? 200);
  const empty = body === undefined || body === null || method === 'HEAD' || status === 204 || status === 304;
  return new Response(empty ? null : typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
}
