import { describe, expect, it } from 'vitest';
import { nearestNames, words } from './nearest-names.ts';

describe('nearestNames', () => {
  const names = ['PurchaseOrder', 'PurchaseOrderItem', 'Supplier', 'SupplierName', 'CompanyCode'];

  it.each([
    ['purchaseorder', 'PurchaseOrder'],
    ['PurchaesOrder', 'PurchaseOrder'],
    ['Company_Code', 'CompanyCode'],
    ['NameSupplier', 'SupplierName'],
  ])('leads %s to %s', (name, nearest) => expect(nearestNames(name, names)[0]).toBe(nearest));

  it('gives nothing where nothing is near, and never more than asked for', () => {
    expect(nearestNames('Weather', names)).toEqual([]);
    expect(nearestNames('Supplier', names, 1)).toEqual(['Supplier']);
  });

  it('bounds what it compares', () => {
    expect(nearestNames('x'.repeat(1_000_000), ['y'.repeat(1_000_000)])).toEqual([]);
  });
});

describe('words', () => {
  it.each([
    ['A_PurchaseOrderType', ['a', 'purchase', 'order', 'type']],
    ['SAPUserID', ['sap', 'user', 'id']],
    ['to_Item2Text', ['to', 'item2', 'text']],
    ['net price', ['net', 'price']],
  ])('splits %s', (name, expected) => expect(words(name)).toEqual(expected));
});
