import { expect, it } from 'vitest';
import { describeWorkbench } from './browser.ts';

describeWorkbench('the search screen', (workbench) => {
  it('answers while one types, drops what is stale, and keeps its state in the address', async () => {
    const { page, complaints } = await workbench().open('/search');
    const asked: string[] = [];
    const hold = new Map<string, () => void>();
    await page.route('**/api/v1/search?**', async (route) => {
      const query = new URL(route.request().url()).searchParams.get('query') ?? '';
      asked.push(query);
      if (query === 'machine') await new Promise<void>((resolve) => hold.set(query, resolve));
      await route.continue().catch(() => undefined);
    });
    const field = page.getByLabel('What is to be done?');
    await field.pressSequentially('machine', { delay: 5 });
    await expect.poll(() => hold.has('machine'), { timeout: 20_000 }).toBe(true);
    expect(asked).toEqual(['machine']);
    await field.fill('supplier invoice');
    await page.getByRole('link', { name: 'Supplier invoice', exact: true }).waitFor();
    hold.get('machine')?.();
    await page.getByRole('link', { name: 'Supplier invoice', exact: true }).waitFor();
    expect(page.url()).toMatch(/\/search\?query=supplier\+invoice$/);
    await page.getByLabel('Lexical').check();
    await page.getByLabel('Hits').selectOption('3');
    await expect.poll(() => page.locator('[data-hit]').count(), { timeout: 20_000 }).toBe(3);
    expect(page.url()).toMatch(/query=supplier\+invoice&mode=lexical&k=3$/);
    await page.reload();
    expect(await field.inputValue()).toBe('supplier invoice');
    expect(await page.getByLabel('Lexical').isChecked()).toBe(true);
    await expect.poll(() => page.locator('[data-hit]').count(), { timeout: 20_000 }).toBe(3);
    await page.goBack();
    await page.goBack();
    await expect.poll(() => page.getByLabel('Hybrid').isChecked(), { timeout: 20_000 }).toBe(true);
    expect(await field.inputValue()).toBe('supplier invoice');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('keeps the field while one types on the bare address', async () => {
    const { page } = await workbench().open('/');
    const field = page.getByLabel('What is to be done?');
    await field.click();
    await page.keyboard.type('we need more saddles', { delay: 60 });
    await page.waitForURL(/\/search\?query=we\+need\+more\+saddles$/, { timeout: 30_000 });
    expect(await field.inputValue()).toBe('we need more saddles');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it('is worked with arrow keys and says where a hit stands in its process', async () => {
    const { page } = await workbench().open('/search?query=the+vendor+bill+is+here');
    await page.locator('[data-hit]').first().waitFor();
    const field = page.getByLabel('What is to be done?');
    await page.locator('body').press('/');
    const hasFocus = (at: number) =>
      page
        .locator('[data-hit]')
        .nth(at)
        .evaluate((link) => link === document.activeElement);
    await field.press('ArrowDown');
    expect(await hasFocus(0)).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await hasFocus(1)).toBe(true);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    const roles = await page.locator('.hit .badge:first-child').allTextContents();
    const answer = await fetch(`${workbench().server.url}/api/v1/search?query=the+vendor+bill+is+here`);
    const { hits } = (await answer.json()) as { hits: { role: string }[] };
    expect(roles).toEqual(hits.map(({ role }) => role));
    expect(new Set(roles).size).toBeGreaterThan(1);
    const strip = page.locator('.strip').first();
    await strip.waitFor();
    const steps = await strip.getByRole('listitem').allTextContents();
    expect(steps.indexOf('Take in the delivery')).toBeLessThan(steps.indexOf('Enter the bill of the supplier'));
    expect(steps.join(' ')).not.toMatch(/Task_/);
    const shares = await page.getByRole('table').first().locator('.share').allTextContents();
    const sum = shares.reduce((all, share) => all + Number(/^(\d+)/.exec(share)?.[1] ?? 0), 0);
    expect(Math.abs(sum - 100)).toBeLessThanOrEqual(shares.length);
    await page.context().close();
  });

  it('compares the modes side by side', async () => {
    const { page } = await workbench().open('/search?query=vendor+bill&mode=compare&k=5');
    for (const name of ['Hybrid', 'Lexical', 'Dense'])
      expect(await page.getByRole('region', { name }).getByRole('listitem').count(), name).toBeLessThanOrEqual(5);
    await page
      .getByRole('region', { name: 'Dense' })
      .getByText(/in hybrid/)
      .first()
      .waitFor();
    await page.context().close();
  });

  it('says where nothing fits, and what to ask where nothing was asked', async () => {
    const { page } = await workbench().open('/search?query=xyzzy+plugh+quux');
    await page.locator('.note').waitFor();
    expect(await page.locator('.note').textContent()).toMatch(/Nothing/);
    await page.getByLabel('What is to be done?').fill('');
    const example = page.locator('.examples a').first();
    const words = (await example.textContent()) ?? '';
    await example.click();
    await page.locator('[data-hit]').first().waitFor();
    expect(await page.getByLabel('What is to be done?').inputValue()).toBe(words);
    await page.context().close();
  });
});
