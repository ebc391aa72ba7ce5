import { expect, it } from 'vitest';
import { axeFindings, describeWorkbench } from './browser.ts';

/** Addresses with what shows that the screen is there. */
const screens: readonly [address: string, sign: string][] = [
  ['/', '.examples a'],
  ['/search?query=the+vendor+bill+is+here', '.strip'],
  ['/search?query=vendor+bill&mode=compare', '.difference'],
  ['/search?query=xyzzy+plugh+quux', '.note'],
  ['/sets/TWC_PURCHASING_SRV/PurOrdHdrSet', '.properties'],
  ['/sets/TWC_PURCHASING_SRV/PurOrdHdrSet?tab=call', '.section'],
  ['/sets/TWC_PURCHASING_SRV/PurOrdHdrSet?tab=navigation', 'svg.navigation'],
  ['/sets/TWC_PURCHASING_SRV/PurOrdHdrSet?tab=used', '.used'],
  ['/sets/TWC_PURCHASING_SRV/ReleasePurOrd', '.set-head'],
  ['/sets/TWC_PURCHASING_SRV/nothing', '.empty'],
  ['/landscape', 'table'],
  ['/landscape?tab=services&service=TWC_STOCK_SRV', '.services section'],
  ['/landscape?tab=coverage', '[role=tabpanel]'],
];

describeWorkbench('accessibility', (workbench) => {
  for (const theme of ['light', 'dark'] as const) {
    it(`of every screen, ${theme}`, async () => {
      const { page, complaints } = await workbench().open('/', { theme });
      const found: string[] = [];
      for (const [address, sign] of screens) {
        await page.goto(`${workbench().server.url}${address}`);
        await page.locator(sign).first().waitFor();
        for (const finding of await axeFindings(page)) found.push(`${address}: ${finding}`);
        expect(await page.getByRole('heading', { level: 1 }).count(), address).toBe(1);
      }
      expect(found).toEqual([]);
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
      await page.context().close();
    }, 240_000);

    it(`of a form with findings, a value list, a plan and an answer, ${theme}`, async () => {
      const address = '/sets/TWC_PURCHASING_SRV/PurOrdHdrSet?tab=call';
      const { page, complaints } = await workbench().open(address, { theme });
      await page.getByRole('button', { name: 'Preview the request' }).click();
      await page.locator('.field.wrong').first().waitFor();
      expect(await axeFindings(page), 'findings').toEqual([]);
      await page.getByRole('button', { name: 'Look up Buyer' }).click();
      await page.getByRole('dialog').getByLabel('Filter by code or words').waitFor();
      expect(await axeFindings(page), 'value list').toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Fill with an example' }).click();
      await page.getByText('This may be sent.').waitFor();
      await page.getByRole('button', { name: 'Preview the request' }).click();
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      expect(await axeFindings(page), 'plan').toEqual([]);
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('button', { name: 'Execute' }).click();
      await page.getByRole('region', { name: 'The answer' }).waitFor();
      expect(await axeFindings(page), 'answer').toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    }, 240_000);
  }

  it('fits a narrow window without scrolling sideways', async () => {
    const { page } = await workbench().open('/');
    await page.setViewportSize({ width: 340, height: 700 });
    for (const [address, sign] of screens) {
      await page.goto(`${workbench().server.url}${address}`);
      await page.locator(sign).first().waitFor();
      const [whole = 0, shown = 0] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth];
      });
      expect(whole, address).toBeLessThanOrEqual(shown);
    }
    await page.context().close();
  });

  it('lets the reader choose a theme, which stays', async () => {
    const { page } = await workbench().open('/landscape', { theme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByLabel('Theme').selectOption('dark');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await background()).toBe(dark);
    await page.getByLabel('Theme').selectOption('system');
    expect(await background()).toBe(light);
    await page.context().close();
  });

  it('lets one skip the navigation and shows where the focus is', async () => {
    const { page } = await workbench().open('/landscape');
    await page.getByRole('heading', { level: 1, name: 'tarnwood-cycles' }).waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await skip.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Read the landscape again');
    await page.context().close();
  });
});
