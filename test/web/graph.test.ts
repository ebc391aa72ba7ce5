import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { axeFindings, describeWorkbench } from './browser.ts';

const requisition = '/graph?kind=EntitySet&id=TWC_PURCHASING_SRV%2FPurReqSet';

const nodesIn = async (page: Page) => Number(await page.locator('.graph .canvas').getAttribute('data-nodes'));
const settled = (page: Page) => page.locator('[data-settled=true]').waitFor();

/** How many pixels of the drawing have something on them, and a spot in it that is far inside of something. */
async function inked(page: Page): Promise<{ count: number; spot: { x: number; y: number } | undefined }> {
  const shot = await page.locator('.graph .canvas').screenshot();
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const { width, height, ...bitmap } = await (async () => {
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      return { image, width: image.width, height: image.height };
    })();
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(bitmap.image, 0, 0);
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() };
    const isPaper = (x: number, y: number): boolean =>
      [0, 1, 2].every((part) => data[4 * (y * width + x) + part] === data[4 * (10 * width + 10) + part]);
    let count = 0;
    let spot: { x: number; y: number } | undefined;
    // Away from the buttons in the corner.
    for (let y = 60; y < height - 8; y++) {
      for (let x = 8; x < width - 8; x++) {
        if (isPaper(x, y)) continue;
        count += 1;
        const corners = [-7, 0, 7].flatMap((dx) => [-7, 0, 7].map((dy) => [x + dx, y + dy] as const));
        spot ??= corners.every(([cx, cy]) => !isPaper(cx, cy)) ? { x, y } : undefined;
      }
    }
    return { count, spot };
  }, shot.toString('base64'));
}

vi.setConfig({ testTimeout: 240_000 });

describeWorkbench('the graph screen', (workbench) => {
  for (const theme of ['light', 'dark'] as const) {
    it(`finds a start, draws around it and as a whole, accessibly, ${theme}`, async () => {
      const { page, complaints } = await workbench().open('/graph', { theme });
      await page.getByRole('link', { name: /Parts procurement/ }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByLabel('Find a node').fill('ask for a part to be bought');
      await page.getByRole('link', { name: /Purchase requisition/ }).click();
      await settled(page);
      expect((await inked(page)).count).toBeGreaterThan(1000);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('link', { name: 'Everything' }).click();
      await page.getByText(/\d{3} nodes and \d{3} edges/).waitFor();
      await settled(page);
      expect((await inked(page)).count).toBeGreaterThan(2000);
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  }

  it('walks from neighbour to neighbour and expands, by keyboard alone', async () => {
    const { page } = await workbench().open(requisition);
    await settled(page);
    const before = await nodesIn(page);
    const panel = page.getByRole('complementary', { name: 'Selected node' });
    const step = panel
      .getByRole('region', { name: /^called by/ })
      .getByRole('button', { name: 'Ask for the part to be bought' });
    await step.focus();
    await page.keyboard.press('Enter');
    await panel.getByRole('heading', { name: 'Ask for the part to be bought' }).waitFor();
    await panel.getByRole('button', { name: 'Expand' }).focus();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Expanded' }).waitFor();
    await expect.poll(() => nodesIn(page)).toBeGreaterThan(before);
    expect(new URL(page.url()).searchParams.get('node')).toBe('Activity parts-procurement/Task_AskForPart');
    await panel.getByRole('link', { name: 'Open' }).focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('complementary', { name: 'Chosen step' })
      .getByRole('link', { name: /PurReqSet/ })
      .waitFor();
    await page.context().close();
  });

  it('filters by kinds, and keeps start, selection and filters in the address', async () => {
    const { page } = await workbench().open(requisition);
    await settled(page);
    const all = await nodesIn(page);
    await page.getByRole('checkbox', { name: 'Activities' }).click();
    await expect.poll(() => nodesIn(page)).toBeLessThan(all);
    await page.getByText(/^Edges: /).click();
    await page.getByRole('checkbox', { name: 'exposes' }).click();
    await page.getByText('Edges: 12 of 13 kinds').waitFor();
    const few = await nodesIn(page);
    await page.reload();
    await settled(page);
    expect(await nodesIn(page)).toBe(few);
    expect(await page.getByRole('checkbox', { name: 'Activities' }).isChecked()).toBe(false);
    await page.context().close();
  });

  it('selects a node by mouse in the picture of everything', async () => {
    const { page } = await workbench().open('/graph?view=whole&nodes=Service');
    await page.getByText('10 nodes and 0 edges').waitFor();
    await settled(page);
    const canvas = page.locator('.graph .canvas');
    await expect.poll(async () => (await inked(page)).spot !== undefined).toBe(true);
    await canvas.click({ position: (await inked(page)).spot ?? { x: 0, y: 0 } });
    const panel = page.getByRole('complementary', { name: 'Selected node' });
    await panel.getByText('No node selected').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('node')).toMatch(/^Service TWC_/);
    await page.context().close();
  });

  it('says what is wrong, and what is left out', async () => {
    const { page } = await workbench().open('/graph?kind=EntitySet&id=nobody');
    await page
      .getByRole('alert')
      .getByText(/There is no EntitySet nobody/)
      .waitFor();
    await page.route('**/graph/overview?*', async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '100');
      await route.fulfill({ response: await route.fetch({ url: String(url) }) });
    });
    await page.goto(`${workbench().server.url}/graph?view=whole`);
    await page.getByText(/nodes are left out/).waitFor();
    await page.goto(`${workbench().server.url}/graph?view=whole&nodes=none`);
    await page.getByRole('heading', { name: 'No kind of node is chosen' }).waitFor();
    await page.context().close();
  });
});
