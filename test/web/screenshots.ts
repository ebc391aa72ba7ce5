import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { openWorkbench, type Theme } from './open-workbench.ts';

interface Picture {
  readonly name: string;
  readonly address: string;
  readonly theme: Theme;
  /** What shows that the screen is there. */
  readonly sign: string;
  /** What is done before the picture is taken. */
  prepare?(page: Page): Promise<void>;
}

const folder = resolve(import.meta.dirname, '../../docs/images');
const mostBytes = 200_000;
const size = { width: 1280, height: 800 };

const pictures: readonly Picture[] = [
  { name: 'search', address: '/search?query=the+vendor+bill+is+here', theme: 'light', sign: '.strip' },
  {
    name: 'search-compare-dark',
    address: '/search?query=vendor+bill&mode=compare&k=5',
    theme: 'dark',
    sign: '.compare',
  },
  {
    name: 'entity-set-call',
    address: '/sets/TWC_PURCHASING_SRV/PurReqSet?tab=call',
    theme: 'light',
    sign: '.section',
    prepare: fillAndPreview,
  },
  { name: 'process', address: '/processes/parts-procurement', theme: 'light', sign: '.djs-container .djs-shape' },
  {
    name: 'graph-dark',
    address: '/graph?kind=EntitySet&id=TWC_PURCHASING_SRV%2FPurOrdHdrSet',
    theme: 'dark',
    sign: 'canvas',
  },
  { name: 'landscape-dark', address: '/landscape', theme: 'dark', sign: 'table' },
  { name: 'runs', address: '/runs', theme: 'light', sign: 'main h1', prepare: runTask },
];

async function fillAndPreview(page: Page): Promise<void> {
  await page.getByLabel('Product').fill('SDL-20');
  await page.getByLabel('Quantity').fill('200');
  await page.getByLabel('Needed on').fill('2026-09-14');
  await page.getByLabel('Plant').selectOption('TW01');
  await page.getByText('This may be sent.').waitFor();
  await page.getByRole('button', { name: 'Preview the request' }).click();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
}

async function runTask(page: Page): Promise<void> {
  await page
    .getByRole('textbox')
    .first()
    .fill('Ask for 200 pieces of saddle SDL-20, needed at the Tarnwood works on 14 September 2026.');
  await page.keyboard.press('Tab');
  await page.locator('form button[type=submit]').first().click();
  await page
    .getByRole('button', { name: /approve/i })
    .first()
    .waitFor();
}

/** Takes the pictures of the pages from the real workbench with its demo landscape. */
async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const workbench = await openWorkbench();
  try {
    for (const { name, address, theme, sign, prepare } of pictures) {
      const { page, complaints } = await workbench.open(address, { theme });
      await page.setViewportSize(size);
      await page.locator(sign).first().waitFor();
      await prepare?.(page);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(1000);
      const path = join(folder, `${name}.png`);
      await page.screenshot({ path, animations: 'disabled' });
      const { size: bytes } = await stat(path);
      console.log(`${name}.png: ${Math.round(bytes / 1000)} kB`);
      if (bytes > mostBytes || complaints.length > 0)
        throw new Error(`${name}: ${bytes} bytes, ${complaints.join(', ') || 'too large'}`);
      await page.context().close();
    }
  } finally {
    await workbench.close();
  }
}

await main();
