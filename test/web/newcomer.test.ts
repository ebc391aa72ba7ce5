import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeWorkbench } from './browser.ts';

const wish = 'we need two hundred more saddles from the supplier';

describeWorkbench('a newcomer', (workbench) => {
  it('finds the EntitySet, sees why, fills the form, previews, approves and executes, with the mouse', async () => {
    const { page, complaints } = await workbench().open('/');
    const before = workbench().mock.calls().length;
    await page.getByLabel('What is to be done?').fill(wish);
    const hit = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Purchase requisition' }) });
    const why = hit.first().getByRole('table', { name: 'Why Purchase requisition was found' });
    await why.waitFor();
    expect(await why.getByRole('row').count()).toBeGreaterThan(1);
    expect(await hit.first().locator('.strip .own').textContent()).toContain('Ask for the part to be bought');
    await page.getByRole('link', { name: 'Purchase requisition' }).click();
    await page.getByRole('tab', { name: 'Make a call' }).click();
    await page.getByLabel('Product').fill('SDL-20');
    await page.getByLabel('Quantity').fill('200');
    await page.getByLabel('Needed on').fill('2026-09-14');
    await page.getByLabel('Plant').selectOption('TW01');
    await page.getByText('This may be sent.').waitFor();
    await page.getByRole('button', { name: 'Preview the request' }).click();
    await seesExactRequest(page);
    expect(workbench().mock.calls().length).toBe(before);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await seesAnswer(page);
    expect(workbench().mock.calls().slice(before)).toMatchObject([{ method: 'POST', status: 201 }]);
    await page.reload();
    await page.getByText('It ended done with HTTP 201').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('does the same with the keyboard alone', async () => {
    const { page, complaints } = await workbench().open('/landscape');
    const before = workbench().mock.calls().length;
    await page.getByRole('heading', { name: 'tarnwood-cycles' }).waitFor();
    const { keyboard } = page;
    await keyboard.press('/');
    await focusIs(page, 'What is to be done?');
    await keyboard.type(wish);
    await page.waitForURL(/more\+saddles\+from\+the\+supplier$/);
    await page.locator('[aria-busy=false]').getByRole('link', { name: 'Purchase requisition' }).waitFor();
    for (let step = 0; step < 10; step++) {
      await keyboard.press('ArrowDown');
      if ((await focusedText(page)) === 'Purchase requisition') break;
    }
    expect(await focusedText(page)).toBe('Purchase requisition');
    await keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Specification' }).waitFor();
    await tabTo(page, 'Specification');
    await keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Make a call', selected: true }).waitFor();
    await tabTo(page, 'Product');
    await keyboard.type('SDL-20');
    await tabTo(page, 'Quantity');
    await keyboard.type('200');
    await tabTo(page, 'Needed on');
    await keyboard.type('09142026');
    await tabTo(page, 'Plant');
    await keyboard.type('TW01');
    await page.getByText('This may be sent.').waitFor();
    await tabTo(page, 'Preview the request');
    await keyboard.press('Enter');
    await seesExactRequest(page);
    await focusIs(page, 'The request');
    await tabTo(page, 'Approve');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Execute' }).waitFor();
    await focusIs(page, 'The request');
    await tabTo(page, 'Execute');
    await keyboard.press('Space');
    await seesAnswer(page);
    expect(workbench().mock.calls().slice(before)).toMatchObject([{ method: 'POST', status: 201 }]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

async function seesExactRequest(page: Page): Promise<void> {
  const request = page.getByRole('region', { name: 'The request' });
  await request.getByText('nothing sent yet').waitFor();
  const text = await request.textContent();
  expect(text).toMatch(/POST\s*http:\/\/\S+\/TWC_PURCHASING_SRV\/PurReqSet/);
  expect(text).toMatch(/"Product": "SDL-20"/);
}

async function seesAnswer(page: Page): Promise<void> {
  const answer = page.getByRole('region', { name: 'The answer' });
  await answer.getByText('done, HTTP 201').waitFor();
  expect(await answer.textContent()).toMatch(/"PurReq": "\d+"/);
}

/** Name of what has the focus: its label, or its text. */
function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    const labels =
      activeElement instanceof HTMLInputElement || activeElement instanceof HTMLSelectElement
        ? activeElement.labels
        : null;
    const label = labels?.[0]?.textContent ?? activeElement?.getAttribute('aria-label') ?? activeElement?.textContent;
    return (label ?? '').replace(/\s*\*$/, '').trim();
  });
}

async function focusIs(page: Page, name: string): Promise<void> {
  await expect.poll(() => focusedText(page), { timeout: 20_000 }).toBe(name);
}

/** Presses Tab until the focus is on a name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 40; step++) {
    if ((await focusedText(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  expect(await focusedText(page)).toBe(name);
}
