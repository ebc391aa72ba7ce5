import type { SampleLandscape } from '../server/sample-server.ts';
import type { Answer, Door, DoorRequest } from './request.ts';

/** The HTTP API. */
export async function openHttpDoor(sample: SampleLandscape): Promise<Door> {
  const { url, close } = await sample.serve();
  const send = ({ kind, ...parts }: DoorRequest): Promise<Response> => {
    if ('call' in parts) {
      const address = { validate: 'validate', plan: 'plans', read: 'calls' }[kind as 'validate' | 'plan' | 'read'];
      return fetch(`${url}/api/v1/${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(parts.call),
      });
    }
    const query = Object.entries(parts).map(([name, value]): [string, string] => [name, String(value)]);
    return fetch(`${url}/api/v1/${kind}?${new URLSearchParams(query)}`);
  };
  return {
    name: 'HTTP',
    async answer(request): Promise<Answer> {
      const response = await send(request);
      const body = (await response.json()) as { code: string; detail: string };
      return response.ok ? { data: body } : { error: { code: body.code, message: body.detail } };
    },
    close,
  };
}
