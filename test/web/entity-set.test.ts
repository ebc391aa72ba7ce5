import { expect, it } from 'vitest';
import { describeWorkbench } from './browser.ts';

const requisition = '/sets/TWC_PURCHASING_SRV/PurReqSet';
const order = '/sets/TWC_PURCHASING_SRV/PurOrdHdrSet';

describeWorkbench('the screen of an EntitySet', (workbench) => {
  it('shows the specification, finds values, and follows navigation and processes', async () => {
    const { page, complaints } = await workbench().open(order);
    const row = page.getByRole('row').filter({ has: page.getByText('PurOrdType', { exact: true }) });
    expect(await row.textContent()).toMatch(/String\(4\).*required.*STD Standard order/);
    await page.getByPlaceholder('name or label').fill('payment');
    await page.getByText('1 of 10 properties').waitFor();
    expect(page.url()).toMatch(/find=payment$/);
    await page.goto(`${workbench().server.url}/sets/TWC_WORKSHOP_SRV/MaintNotifSet`);
    await page.getByRole('button', { name: 'all 5 values of' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('listitem').first().waitFor();
    const all = await dialog.getByRole('listitem').count();
    const first = await dialog.getByRole('listitem').first().locator('span').textContent();
    await dialog.getByLabel('Filter by code or words').fill(first ?? '');
    await expect.poll(() => dialog.getByRole('listitem').count(), { timeout: 20_000 }).toBeLessThan(all);
    expect(await dialog.getByRole('listitem').first().textContent()).toContain(first);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(`${workbench().server.url}${order}?tab=used`);
    await page.getByRole('heading', { name: /Sign the order/ }).waitFor();
    await page.getByRole('tab', { name: /Navigation/ }).click();
    await page.getByRole('link', { name: 'PurOrdItmSet many' }).click();
    await page.getByRole('heading', { name: 'Purchase order item' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('checks what is typed where it is typed, and offers the repair', async () => {
    const { page } = await workbench().open(`${requisition}?tab=call`);
    const quantity = page.getByLabel('Quantity');
    await page.getByText('4 things are still missing or wrong.').waitFor();
    expect(await page.locator('.findings').count()).toBe(0);
    await quantity.fill('many');
    await page.locator('.field.wrong', { hasText: 'ReqQty must be a number' }).waitFor();
    expect(await quantity.getAttribute('aria-invalid')).toBe('true');
    await quantity.fill('7');
    await page.locator('.field.wrong').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Preview the request' }).click();
    await page.locator('.field.wrong', { hasText: 'Product' }).waitFor();
    expect(page.url()).not.toContain('plan=');
    await page.getByRole('button', { name: 'Fill with an example' }).click();
    await page.getByText('This may be sent.').waitFor();
    await page.context().close();
  });

  it('creates an order with items, which a refusal keeps from being sent', async () => {
    const { page, complaints } = await workbench().open(`${order}?tab=call&op=create`);
    const before = workbench().mock.calls().length;
    await page.getByLabel('Order type').selectOption('STD');
    await page.getByLabel('Supplier').fill('20014');
    await page.getByRole('button', { name: 'Look up Buyer' }).click();
    await page.getByRole('button', { name: 'Read them from the system' }).click();
    const buyers = page.getByRole('dialog').getByRole('listitem');
    await buyers.first().waitFor();
    const buyer = (await buyers.first().locator('code').textContent()) ?? '';
    await page.getByLabel('Filter by code or words').fill(buyer);
    await buyers.first().getByRole('button').click();
    expect(await page.getByRole('textbox', { name: 'Buyer' }).inputValue()).toBe(buyer);
    const items = page.getByRole('region', { name: 'to_Items' });
    await items.getByRole('button', { name: /^Add/ }).click();
    const item = items.getByRole('group', { name: /Purchase order item 1/ });
    await item.getByLabel('Product').fill('CHN-11');
    await item.getByLabel('Quantity').fill('50');
    await item.getByLabel(/price/i).fill('12.40');
    await item.getByLabel('Plant').selectOption('TW01');
    await items.getByRole('button', { name: /^Add/ }).click();
    await items.getByRole('button', { name: /Remove purchase order item 2/ }).click();
    await page.getByText('This may be sent.').waitFor();
    await page.getByRole('button', { name: 'Preview the request' }).click();
    const request = page.getByRole('region', { name: 'The request' });
    await request.getByText('nothing sent yet').waitFor();
    expect(await request.textContent()).toContain('"NetPrc": "12.40"');
    await page.getByLabel('Supplier').fill('20015');
    await request.getByText('The form has changed since').waitFor();
    expect(await request.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    await request.getByRole('button', { name: 'Refuse' }).click();
    await request.getByText('refused', { exact: true }).waitFor();
    expect(await request.getByRole('button', { name: 'Execute' }).count()).toBe(0);
    const calls = workbench().mock.calls().slice(before);
    expect(calls.map(({ method, entitySet }) => [method, entitySet])).toEqual([['GET', 'PurGrpSet']]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('sends a read without approval', async () => {
    const { page } = await workbench().open(`/sets/TWC_PURCHASING_SRV/PurGrpSet?tab=call&op=read`);
    await page.getByRole('button', { name: 'Preview the request' }).click();
    await page.getByRole('button', { name: 'Send it' }).click();
    await page.getByRole('region', { name: 'The answer' }).getByText('done, HTTP 200').waitFor();
    await page.context().close();
  });

  it('calls an operation by its parameters', async () => {
    const { page } = await workbench().open('/sets/TWC_PURCHASING_SRV/ReleasePurOrd?tab=call');
    await page.getByRole('heading', { name: 'Release purchase order' }).waitFor();
    await page.getByLabel('pur ord').fill('4500000001');
    await page.getByText('This may be sent.').waitFor();
    await page.getByRole('button', { name: 'Preview the request' }).click();
    const request = page.getByRole('region', { name: 'The request' });
    await request.getByText(/ReleasePurOrd\?PurOrd=/).waitFor();
    await page.context().close();
  });
});
