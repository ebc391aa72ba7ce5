import { expect, it } from 'vitest';
import { describeWorkbench } from './browser.ts';

describeWorkbench('the landscape screen', (workbench) => {
  it('says what was read, and what was dropped and why', async () => {
    const { page, complaints } = await workbench().open('/landscape');
    await page.getByText('21 of 21 files').waitFor();
    await page.getByLabel('only those with findings').check();
    await page.getByText('1 of 21 files').waitFor();
    await page.getByText(/ColourRange, which does not exist. The value list is dropped/).waitFor();
    expect(page.url()).toMatch(/only=findings$/);
    await page.getByRole('tab', { name: 'Services' }).click();
    await page.getByRole('button', { name: /^Workshop/ }).click();
    await page.getByRole('region', { name: 'Workshop' }).getByRole('link').first().click();
    await page.getByRole('tab', { name: 'Specification' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('reads the landscape again with progress, and audits it', async () => {
    const { page, complaints } = await workbench().open('/landscape?tab=coverage');
    await page.getByText('Nothing was audited since the server started').waitFor();
    const seen: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/events')) seen.push(response.headers()['content-type'] ?? '');
    });
    await page.getByRole('button', { name: 'Read the landscape again' }).click();
    await page.getByRole('region', { name: 'Jobs' }).getByText('done', { exact: true }).waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Audit it' }).click();
    await page.getByText('everything is in the graph, and nothing else').waitFor({ timeout: 120_000 });
    expect(seen).toEqual(['text/event-stream', 'text/event-stream']);
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'entity sets', exact: true }) });
    expect(await row.getByRole('cell').allTextContents()).toEqual(['41', '41', '1.000', '1.000']);
    await page.reload();
    await page.getByText('everything is in the graph, and nothing else').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
