import { describe, expect, it } from 'vitest';
import { procurementGraph } from '../../test/procurement-graph.ts';
import { buildUnits } from './build-units.ts';
import { createVocabulary } from './shipped-vocabulary.ts';

const units = buildUnits(procurementGraph(), createVocabulary());
const unit = (kind: string, id: string) => units.find((each) => each.kind === kind && each.id === id);

describe('buildUnits', () => {
  it('makes one unit for each set, operation, service, process and named activity', () => {
    const counts = new Map<string, number>();
    for (const { kind } of units) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({ Service: 4, EntitySet: 9, Operation: 2, Process: 1, Activity: 11 });
    expect(new Set(units.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(units.length);
  });

  it('writes the text from split names, labels, the service and properties', () => {
    const item = unit('EntitySet', 'API_PURCHASEORDER_SRV/A_PurchaseOrderItem');
    expect(item?.text).toContain('purchase order item. Purchase Order. Orders sent to a supplier');
    expect(item?.text).toContain('order quantity');
    expect(item?.fields.rest).toBe('item');
    expect(unit('EntitySet', 'API_PURCHASEORDER_SRV/A_PurchaseOrderNote')?.label).toBe('Note');
  });

  it('enriches texts from the vocabulary and indexes code texts and operations', () => {
    expect(unit('EntitySet', 'API_SUPPLIERINVOICE_SRV/A_SupplierInvoice')?.fields.concepts).toContain(
      '~supplier-invoice',
    );
    expect(unit('EntitySet', 'API_PURCHASEORDER_SRV/A_PurchaseOrder')?.fields.values).toBe('prefer vendor');
    expect(unit('EntitySet', 'API_SUPPLIERINVOICE_SRV/A_SupplierInvoice')?.fields.operations).toBe('releas');
  });

  it('knows helpers, main objects, links, and where an operation belongs', () => {
    expect(unit('EntitySet', 'API_PURCHASEORDER_SRV/I_SupplierValueHelp')?.attributes).toMatchObject({
      helper: true,
      reference: true,
    });
    const order = unit('EntitySet', 'API_PURCHASEORDER_SRV/A_PurchaseOrder')?.attributes;
    expect(order).toMatchObject({ primary: 1 });
    expect(order?.links).toEqual([
      { to: 'API_PURCHASEORDER_SRV/A_PurchaseOrderItem', many: true },
      { to: 'API_PURCHASEORDER_SRV/A_PurchaseOrderNote', many: true },
    ]);
    expect(unit('Operation', 'API_SUPPLIERINVOICE_SRV/Release')?.attributes.entitySet).toBe(
      'API_SUPPLIERINVOICE_SRV/A_SupplierInvoice',
    );
    expect(unit('Operation', 'API_SUPPLIERINVOICE_SRV/CalculateExchangeRate')?.attributes.entitySet).toBeUndefined();
    expect(unit('EntitySet', 'API_SUPPLIERINVOICE_SRV/A_SupplierInvoiceResult')?.attributes.addressable).toBe(false);
  });

  it('says of an activity what lies behind it', () => {
    expect(unit('Activity', 'procurement/Bill')?.fields.behind).toBe('supplier invoic');
    expect(unit('Process', 'procurement')?.text).toContain('Place the order with the supplier');
  });

  it('is the same for the same graph, and hashes change with the text', () => {
    expect(buildUnits(procurementGraph(), createVocabulary())).toEqual(units);
    expect(new Set(units.map(({ hash }) => hash)).size).toBe(new Set(units.map(({ text }) => text)).size);
  });
});
