import { describe, expect, it } from 'vitest';
import { nearestNames, words } from './nearest-names.ts';

const names = ['A_PurchaseOrder', 'A_PurchaseOrderItem', 'A_SupplierInvoice', 'A_Product'];

describe('nearestNames', () => {
  it.each([
    ['A_PurchaseOrdr', 'A_PurchaseOrder'],
    ['a_purchaseorder', 'A_PurchaseOrder'],
    ['PurchaseOrderItems', 'A_PurchaseOrderItem'],
    ['SupplierInvoices', 'A_SupplierInvoice'],
    ['A_Prodcut', 'A_Product'],
  ])('takes %s for %s', (written, meant) => {
    expect(nearestNames(written, names, 1)).toEqual([meant]);
  });

  it('gives nothing where nothing is near', () => {
    expect(nearestNames('Zzz', names)).toEqual([]);
    expect(nearestNames('', names)).toEqual([]);
  });
});

describe('words', () => {
  it('splits identifiers', () => {
    expect(words('A_PurchaseOrderType2')).toEqual(['a', 'purchase', 'order', 'type2']);
    expect(words('APIDeliveryURL')).toEqual(['api', 'delivery', 'url']);
  });
});
