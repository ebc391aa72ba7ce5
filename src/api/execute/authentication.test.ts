import { describe, expect, it } from 'vitest';
import { itemExecutor, itemService, recordsOf } from '../../../test/execute/sample-executor.ts';
import { type Answer, sendJson, systemsOfTest } from '../../../test/execute/scripted-system.ts';
import type { ApiCall } from '../call.ts';
import type { ExecutorOptions } from './executor-options.ts';

const start = systemsOfTest();

const read: ApiCall = { service: 'SVC', entitySet: 'Items', operation: 'read', key: { ItemNo: '1' } };
const update: ApiCall = {
  service: 'SVC',
  entitySet: 'Items',
  operation: 'update',
  key: { ItemNo: '1' },
  payload: { Title: 'a' },
};
const variable = (name: string): string => `\${${name}}`;
const secrets: Record<string, string> = {
  USER: 'ANNA',
  PASS: 'canary/p&ss wörd"1',
  TOKEN: 'canary-token-7',
  ID: 'client-1',
  SECRET: 'canary secret+%',
};
const environment = (name: string): string | undefined => secrets[name];

const kinds: Record<string, Record<string, string>> = {
  basic: { kind: 'basic', user: variable('USER'), password: variable('PASS') },
  bearer: { kind: 'bearer', token: variable('TOKEN') },
  'key in a header': { kind: 'apiKey', in: 'header', name: 'X-API-Key', value: variable('TOKEN') },
  'key in the query': { kind: 'apiKey', in: 'query', name: 'api key', value: variable('TOKEN') },
};

async function run(
  auth: Record<string, string>,
  answer: Answer,
  call: ApiCall = read,
  options: Partial<ExecutorOptions> = {},
) {
  const system = await start(answer);
  const { executor, record } = itemExecutor(itemService('4.0', system.url, { auth }), { environment, ...options });
  const result = await executor.execute(call);
  return { result, system, record, executor };
}

describe('credentials', () => {
  it.each(Object.entries(kinds))('%s are sent, and never shown though the system repeats them', async (_, auth) => {
    const { result, system, record } = await run(auth, (request, response) => {
      const echo = `${request.path} ${JSON.stringify(request.headers)} ${auth.kind === 'basic' ? secrets.PASS : secrets.TOKEN}`;
      sendJson(response, 400, { error: { code: '1', message: { value: echo } } });
    });
    const [seen] = system.seen;
    const sent = `${seen?.headers.authorization} ${seen?.headers['x-api-key']} ${seen?.path}`;
    if (auth.kind === 'basic') expect(sent).toContain(Buffer.from(`ANNA:${secrets.PASS}`).toString('base64'));
    else expect(sent).toContain(secrets.TOKEN);
    const shown = JSON.stringify([result, await recordsOf(record)]);
    expect(shown).not.toContain('canary');
    expect(shown).not.toContain(Buffer.from(`ANNA:${secrets.PASS}`).toString('base64'));
    expect(shown).toContain('[redacted]');
  });

  it('tokens and cookies of the session are not shown either', async () => {
    const { result, record } = await run(
      { kind: 'none' },
      (request, response) => {
        if (request.method === 'HEAD')
          return sendJson(response, 200, undefined, {
            'x-csrf-token': 'canary-csrf',
            'set-cookie': ['s=canary-cookie; path=/'],
          });
        sendJson(response, 500, { error: { message: { value: JSON.stringify(request.headers) } } });
      },
      update,
    );
    expect(result.status).toBe(500);
    expect(JSON.stringify([result, await recordsOf(record)])).not.toContain('canary');
  });

  it('a missing variable, a literal secret and a missing field are findings, and nothing leaves', async () => {
    const cases: [Record<string, string>, string, string][] = [
      [{ kind: 'bearer', token: variable('NOWHERE') }, 'missing-variable', 'NOWHERE'],
      [{ kind: 'bearer', token: 'abc' }, 'literal-secret', 'environment'],
      [{ kind: 'basic', user: 'x' }, 'auth-incomplete', 'password'],
      [{ kind: 'kerberos' }, 'unknown-auth', 'kerberos'],
    ];
    for (const [auth, rule, word] of cases) {
      const { result, system } = await run(auth, (_, response) => sendJson(response, 200, {}));
      expect(result).toMatchObject({ ok: false, outcome: 'not-sent', findings: [{ rule }] });
      expect(result.findings[0]?.message).toContain(word);
      expect(system.seen).toHaveLength(0);
    }
  });

  it('are not sent to a mock', async () => {
    const system = await start((_, response) => sendJson(response, 200, { ItemNo: '1' }));
    const graph = itemService('4.0', 'https://erp.example/svc', { auth: kinds.basic });
    const { executor } = itemExecutor(graph, { environment: () => undefined, target: system.url });
    expect(await executor.execute(read)).toMatchObject({ ok: true });
    expect(system.seen[0]).toMatchObject({ path: "/svc/SVC/Items('1')" });
    expect(system.seen[0]?.headers.authorization).toBeUndefined();
  });
});

describe('OAuth 2 client credentials', () => {
  const oauth = (tokenUrl: string): Record<string, string> => ({
    kind: 'oauth2',
    tokenUrl,
    clientId: variable('ID'),
    clientSecret: variable('SECRET'),
    scope: 'a b',
  });

  it('are fetched once for many calls, renewed before they end and after a 401', async () => {
    let issued = 0;
    let refuse = false;
    const tokens = await start((_, response) =>
      sendJson(response, 200, { access_token: `canary-access-${++issued}`, expires_in: 100 }),
    );
    const system = await start((request, response) => {
      if (refuse && request.headers.authorization === 'Bearer canary-access-2') return sendJson(response, 401, {});
      sendJson(response, 200, { ItemNo: request.headers.authorization });
    });
    let now = 0;
    const { executor, record } = itemExecutor(itemService('4.0', system.url, { auth: oauth(`${tokens.url}/token`) }), {
      environment,
      now: () => now,
    });
    const first = await Promise.all(Array.from({ length: 20 }, () => executor.execute(read)));
    expect(first.every(({ ok }) => ok)).toBe(true);
    expect(tokens.seen).toHaveLength(1);
    expect(tokens.seen[0]?.body).toBe('grant_type=client_credentials&scope=a+b');
    const client = Buffer.from('client-1:canary+secret%2B%25').toString('base64');
    expect(tokens.seen[0]?.headers.authorization).toBe(`Basic ${client}`);
    now = 95_000;
    await executor.execute(read);
    expect(tokens.seen).toHaveLength(2);
    refuse = true;
    const results = await Promise.all(Array.from({ length: 10 }, () => executor.execute(read)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(tokens.seen).toHaveLength(3);
    expect(JSON.stringify([first, results, await recordsOf(record)])).not.toContain('canary');
  });

  it.each([
    [401, { error: 'invalid_client' }, 'invalid_client'],
    [200, { token: 'x' }, 'gave no access token'],
    [500, 'boom', 'gave no access token'],
  ])('that are refused with %i %j are one sentence, and nothing is sent', async (status, body, word) => {
    const tokens = await start((_, response) => sendJson(response, status, body));
    const { result, system } = await run(oauth(`${tokens.url}/token`), (_, response) => sendJson(response, 200, {}));
    expect(result).toMatchObject({ ok: false, outcome: 'not-sent' });
    expect(result.findings.map(({ message }) => message).join()).toContain(word);
    expect(JSON.stringify(result)).not.toContain('canary');
    expect(system.seen).toHaveLength(0);
    expect(tokens.seen).toHaveLength(1);
  });

  it('do not go over a line that is not encrypted', async () => {
    const { result } = await run(oauth('http://login.example/token'), (_, response) => sendJson(response, 200, {}));
    expect(result.findings[0]?.message).toContain('not encrypted');
  });
});
