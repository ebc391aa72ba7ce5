import { expect, it } from 'vitest';
import { createToken } from '../../src/server/index.ts';
import { openRecordsOf } from '../../src/workspace/index.ts';
import { describeWorkbench } from './browser.ts';
import type { Workbench } from './open-workbench.ts';

describeWorkbench('the workbench where something is wrong', (workbench) => {
  it('asks for a token, says that one is not taken, and goes on with a good one', async () => {
    const server = await workbench().serve({ requireToken: true });
    const token = await makeToken(workbench());
    const { page } = await workbench().open('/search?query=supplier+invoice', { server });
    const dialog = page.getByRole('dialog', { name: 'Access token' });
    await dialog.getByText('This server needs one.').waitFor();
    await dialog.getByLabel('Token').fill('grl_nonsense');
    await dialog.getByRole('button', { name: 'Use the token' }).click();
    await dialog.getByText('did not take the token').waitFor();
    await dialog.getByLabel('Token').fill(token);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Supplier invoice', exact: true }).waitFor();
    expect(await dialog.count()).toBe(0);
    await page.goto(`${server.url}/landscape`);
    await page.getByRole('button', { name: 'Audit it' }).click();
    await page.getByRole('alert').getByText('This needs a token with the scope admin.').waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.context().close();
  });

  it('says that the server does not answer, and tries again when told', async () => {
    const first = await workbench().serve();
    const { page } = await workbench().open('/search', { server: first });
    await page.locator('.examples a').first().waitFor();
    await first.close();
    await page.getByLabel('What is to be done?').fill('supplier invoice');
    await page.getByRole('alert').getByText('The server does not answer').waitFor();
    await workbench().serve({ port: first.port });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Supplier invoice', exact: true }).waitFor();
    await page.context().close();
  });

  it('leads on from what is not there', async () => {
    const { page } = await workbench().open('/sets/TWC_PURCHASING_SRV/PurRqSet');
    await page.getByRole('heading', { name: 'There is no TWC_PURCHASING_SRV/PurRqSet' }).waitFor();
    await page.getByRole('link', { name: 'TWC_PURCHASING_SRV/PurReqSet' }).click();
    await page.getByRole('heading', { name: 'Purchase requisition' }).waitFor();
    await page.goto(`${workbench().server.url}/sets/TWC_PURCHASING_SRV/PurReqSet?tab=call&plan=nobody`);
    await page.getByRole('alert').getByText('There is no plan nobody.').waitFor();
    await page.context().close();
  });

  it('finds every address again after a reload', async () => {
    const { page, complaints } = await workbench().open('/');
    const addresses: [string, string][] = [
      ['/search?query=supplier+invoice&mode=dense&k=3', 'Search'],
      ['/sets/TWC_PURCHASING_SRV/PurOrdHdrSet?tab=navigation', 'Purchase order'],
      [
        '/sets/TWC_ASSEMBLY_0001%23com.tarnwood.twc_assembly_0001.Finish(com.tarnwood.twc_assembly_0001.AsmblyOrdType)',
        'Finish assembly order',
      ],
      ['/landscape?tab=services&service=TWC_STOCK_SRV', 'tarnwood-cycles'],
    ];
    for (const [address, heading] of addresses) {
      await page.goto(`${workbench().server.url}${address}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor({ state: 'attached' });
      await page.reload();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor({ state: 'attached' });
      expect(page.url()).toBe(`${workbench().server.url}${address}`);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

async function makeToken({ landscape, store }: Workbench): Promise<string> {
  const records = await openRecordsOf(landscape, store, 'write');
  try {
    const { token } = await createToken(records, { name: 'reader', scopes: ['read', 'plan'], createdBy: 'ann' });
    return token;
  } finally {
    await records.close();
  }
}
