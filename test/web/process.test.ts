import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { indexLandscape } from '../../src/workspace/index.ts';
import { axeFindings, describeWorkbench } from './browser.ts';

const page1 = '/processes/parts-procurement';

vi.setConfig({ testTimeout: 240_000 });

describeWorkbench('the process screen', (workbench) => {
  for (const theme of ['light', 'dark'] as const) {
    it(`shows the list and a diagram that was laid out here, accessibly, ${theme}`, async () => {
      const { page, complaints } = await workbench().open('/processes', { theme });
      await page.getByRole('link', { name: 'Parts procurement' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByLabel('Find').fill('bicycle');
      await page.getByText('2 of 5 processes').waitFor();
      await page.goto(`${workbench().server.url}${page1}`);
      await page.locator('[data-drawn=true]').waitFor();
      await page.getByRole('link', { name: 'Powered by bpmn.io' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  }

  it('leads from a step of the diagram to what it calls, by mouse', async () => {
    const { page } = await workbench().open(page1);
    const diagram = page.getByRole('region', { name: 'Diagram' });
    await diagram.getByRole('button', { name: /^Ask for the part to be bought, user task, calls create/ }).click();
    const panel = page.getByRole('complementary', { name: 'Chosen step' });
    await panel.getByRole('heading', { name: 'Ask for the part to be bought' }).waitFor();
    expect(new URL(page.url()).searchParams.get('step')).toBe('Task_AskForPart');
    await panel.getByRole('button', { name: 'Order the part at the supplier' }).click();
    await panel.getByRole('heading', { name: 'Order the part at the supplier' }).waitFor();
    await page.goBack();
    await panel.getByRole('link', { name: 'TWC_PURCHASING_SRV/PurReqSet' }).click();
    await page.getByRole('heading', { name: 'Purchase requisition' }).waitFor();
    await page.context().close();
  });

  it('does the same by keyboard, in the diagram and in the list', async () => {
    const { page } = await workbench().open(page1);
    const step = page.getByRole('region', { name: 'Diagram' }).getByRole('button', { name: /^Sign the order/ });
    await step.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Chosen step' });
    await panel.getByRole('heading', { name: 'Sign the order' }).waitFor();
    expect(await step.getAttribute('aria-pressed')).toBe('true');
    const row = page.getByRole('table').getByRole('button', { name: 'Take in the delivery' });
    await row.focus();
    await page.keyboard.press('Space');
    await panel.getByRole('link', { name: 'TWC_STOCK_SRV/MatlDocHdrSet' }).waitFor();
    await page.context().close();
  });

  it('lists messages between processes, and opens the step that a link names', async () => {
    const { page } = await workbench().open('/processes/bike-order');
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByRole('listitem').first().waitFor();
    await page.goto(`${workbench().server.url}${page1}?step=Task_CheckShelf`);
    const panel = page.getByRole('complementary', { name: 'Chosen step' });
    await panel.getByRole('link', { name: 'TWC_STOCK_SRV/StkBalSet' }).waitFor();
    await page.context().close();
  });

  it('proposes what may be behind a step that nothing is bound to', async () => {
    const { landscape, store, open } = workbench();
    const file = join(landscape, 'bindings.yaml');
    const before = await readFile(file, 'utf8');
    await writeFile(file, before.replaceAll(/^.*Task_AskForPart.*\n/gm, ''));
    await indexLandscape(landscape, { store });
    const { page } = await open(`${page1}?step=Task_AskForPart`);
    const panel = page.getByRole('complementary', { name: 'Chosen step' });
    await panel.getByRole('heading', { name: 'Proposals' }).waitFor();
    await panel.getByRole('link', { name: 'Purchase requisition', exact: true }).waitFor();
    expect(await panel.getByText(/^\d+ %$/).count()).toBeGreaterThan(0);
    const step = page.getByRole('region', { name: 'Diagram' }).getByRole('button', { name: /^Ask for the part/ });
    await step.getByText('?').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
    await writeFile(file, before);
    await indexLandscape(landscape, { store });
  });

  it('says what is wrong, and shows the steps where there is no diagram', async () => {
    const { page } = await workbench().open('/processes/nobody');
    await page.getByRole('alert').getByText('There is no process nobody').waitFor();
    await page.route('**/diagram', (route) => route.fulfill({ body: '<nonsense/>' }));
    await page.goto(`${workbench().server.url}${page1}`);
    await page
      .getByRole('alert')
      .getByText(/The diagram cannot be drawn/)
      .waitFor();
    await page.getByRole('table').getByRole('button', { name: 'Sign the order' }).click();
    await page.getByRole('complementary', { name: 'Chosen step' }).getByRole('heading', { name: 'Sign' }).waitFor();
    await page.route('**/api/v1/processes?*', (route) => route.fulfill({ json: { items: [] } }));
    await page.goto(`${workbench().server.url}/processes`);
    await page.getByRole('heading', { name: 'No processes' }).waitFor();
    await page.context().close();
  });
});
