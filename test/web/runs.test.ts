import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { axeFindings, describeWorkbench } from './browser.ts';

const task = 'Ask for 200 pieces of saddle SDL-20, needed at the Tarnwood works on 14 September 2026.';

async function start(page: Page): Promise<void> {
  await page.getByLabel('Task').fill(task);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { name: 'Waits for approval: create' }).waitFor();
}

/** Presses Tab until an element of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim());
    if (focused === name) return;
  }
  expect.fail(`${name} cannot be reached by Tab.`);
}

vi.setConfig({ testTimeout: 240_000 });

describeWorkbench('the runs screen', (workbench) => {
  const writes = () =>
    workbench()
      .mock.calls()
      .filter(({ method }) => method === 'POST');

  for (const theme of ['light', 'dark'] as const) {
    it(`carries out a task, with its write approved by mouse, accessibly, ${theme}`, async () => {
      const { page, complaints } = await workbench().open('/runs', { theme });
      await page.getByRole('heading', { name: 'History' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      const before = writes().length;
      await start(page);
      const approval = page.getByRole('region', { name: 'Waits for approval: create' });
      await approval.getByText(/"Product": "SDL-20"/).waitFor();
      expect(writes().length).toBe(before);
      expect(await axeFindings(page)).toEqual([]);
      await approval.getByLabel(/Reason/).fill('needed');
      await approval.getByRole('button', { name: 'Approve' }).click();
      await page
        .getByRole('region', { name: 'Answer' })
        .getByText(/PurReqSet/)
        .waitFor();
      await page.getByText(/^Request, answered with 201/).waitFor();
      expect(writes().length).toBe(before + 1);
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  }

  it('does all of it by keyboard, and replays the run step by step', async () => {
    const { page } = await workbench().open('/runs');
    await page.getByRole('heading', { name: 'History' }).waitFor();
    const before = writes().length;
    await page.getByLabel('Task').focus();
    await page.keyboard.type(task);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Waits for approval: create' }).waitFor();
    await tabTo(page, 'Approve');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Answer' }).waitFor();
    expect(writes().length).toBe(before + 1);
    await page.reload();
    await page.getByRole('region', { name: 'Answer' }).waitFor();
    await page.getByRole('button', { name: 'Replay' }).focus();
    await page.keyboard.press('Enter');
    const replay = page.getByRole('region', { name: 'Replay' });
    await replay.getByText(/^Step 1 of \d+: search$/).waitFor();
    await page.keyboard.press('ArrowRight');
    await replay.getByText(/^Step 2 of \d+: describe$/).waitFor();
    expect(new URL(page.url()).searchParams.get('at')).toBe('2');
    expect(await page.locator('.step-card').count()).toBe(2);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('End');
    await replay.getByText(/finish$/).waitFor();
    await page.context().close();
  });

  it('refuses a write, and shows what came of it', async () => {
    const { page } = await workbench().open('/runs');
    const before = writes().length;
    await start(page);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page
      .getByText(/submit: refused/)
      .first()
      .waitFor();
    await page.getByRole('heading', { name: /Answer|The run was/ }).waitFor();
    expect(writes().length).toBe(before);
    await page.context().close();
  });

  it('cancels a run that waits, and resumes it', async () => {
    const { page } = await workbench().open('/runs');
    await start(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('waits for approval', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('region', { name: 'Answer' }).waitFor();
    const address = page.url();
    await page.getByRole('link', { name: 'Runs' }).first().click();
    await page.getByRole('list').getByRole('link', { name: task }).first().click();
    await page.getByRole('region', { name: 'Answer' }).waitFor();
    expect(page.url()).toBe(address);
    await page.context().close();
  });

  it('says what is wrong: no run, a model that is not there, no answer', async () => {
    const { page } = await workbench().open('/runs/nobody');
    await page.getByRole('alert').getByText('There is no trace nobody').waitFor();
    await page.goto(`${workbench().server.url}/runs?task=do+it&model=nobody:x`);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('alert').getByText('nobody:x is not one of the models').waitFor();
    await page.route('**/api/v1/traces?*', (route) => route.fulfill({ json: { items: [] } }));
    await page.goto(`${workbench().server.url}/runs`);
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.route('**/api/v1/traces?*', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('alert').getByText('The server does not answer').waitFor();
    await page.context().close();
  });

  it('shows a trace that is no run', async () => {
    const { server, open } = workbench();
    const call = { service: 'TWC_STOCK_SRV', entitySet: 'StkBalSet', operation: 'read', query: { top: 1 } };
    await fetch(`${server.url}/api/v1/calls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
    const { page } = await open('/runs?show=all');
    await page.getByRole('link', { name: 'read TWC_STOCK_SRV/StkBalSet' }).first().click();
    await page.getByRole('heading', { name: 'Trace' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });
});
