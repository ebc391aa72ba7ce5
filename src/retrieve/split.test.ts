import { describe, expect, it } from 'vitest';
import { meaningfulWords, splitIdentifier } from './split.ts';

describe('splitIdentifier', () => {
  it.each([
    ['PurchaseOrderItem', 'purchase order item'],
    ['to_PurchaseOrderItem', 'to purchase order item'],
    ['MM_PUR_RFQ', 'mm pur rfq'],
    ['GLAccount', 'gl account'],
    ['A_HandlingUnit2', 'a handling unit 2'],
    ['ÄnderungsBeleg', 'anderungs beleg'],
    ['com.sap.v0001.Bank_Type', 'com sap v 0001 bank type'],
    ['', ''],
  ])('%s', (name, expected) => {
    expect(splitIdentifier(name).join(' ')).toBe(expected);
  });
});

describe('meaningfulWords', () => {
  it.each([
    ['A_PurchaseOrder', 'purchase order'],
    ['C_RequestForQuotationEnhWD', 'request for quotation'],
    ['A_ProductionOrder_2', 'production order'],
    ['API_BUSINESS_PARTNER', 'business partner'],
    ['CE_BANK_0003', 'bank'],
    ['I_Plant', 'plant'],
    ['A', 'a'],
  ])('%s', (name, expected) => {
    expect(meaningfulWords(name).join(' ')).toBe(expected);
  });
});
