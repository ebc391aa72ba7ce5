import { expect, it } from 'vitest';
import { itemExecutor, itemService } from '../../../test/execute/sample-executor.ts';

const read = { service: 'SVC', entitySet: 'Items', operation: 'read' } as const;

it('writes requests as the landscape says, and as a program says where it says more', async () => {
  const requests = { language: 'DE', client: '100', pageSize: 50 };
  const graph = itemService('4.0', 'https://erp.example/svc', { requests });
  const asLandscape = await itemExecutor(graph).executor.preview(read);
  expect(asLandscape.requests).toMatchObject([
    {
      url: 'https://erp.example/svc/Items?sap-client=100&sap-language=DE',
      headers: { prefer: 'odata.maxpagesize=50' },
    },
  ]);
  const { executor } = itemExecutor(graph, { settings: { SVC: { language: 'EN' } } });
  expect((await executor.preview(read)).requests[0]?.url).toContain('sap-client=100&sap-language=EN');
});

it('asks for no token where the landscape says that there is none', async () => {
  const methods: string[] = [];
  const answer: typeof fetch = async (_, init) => {
    methods.push(init?.method ?? 'GET');
    return Response.json({ d: { ItemNo: '1' } }, { status: 201, headers: { 'x-csrf-token': 'tok' } });
  };
  const create = { ...read, operation: 'create', payload: { Title: 'a' } } as const;
  for (const requests of [{ csrf: false }, {}]) {
    const graph = itemService('2.0', 'https://erp.example/svc', { requests });
    expect(await itemExecutor(graph, { fetch: answer }).executor.execute(create)).toMatchObject({ ok: true });
  }
  expect(methods).toEqual(['POST', 'HEAD', 'POST']);
});
