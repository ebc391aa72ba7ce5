import { describe, expect, it } from 'vitest';
import { buildModel } from './build-model.ts';
import { sampleV2, sampleV4 } from './sample-services.ts';

describe('the own reading of metadata', () => {
  const v2 = buildModel({ id: 'SHOP', metadata: sampleV2, codes: new Map([['OrderType/Kind', ['A', 'B']]]) });
  const v4 = buildModel({ id: 'LAB', metadata: sampleV4 });

  it('tells the versions apart', () => {
    expect([v2.version, v4.version]).toEqual(['V2', 'V4']);
    const annotated = sampleV2.replace(
      '<edmx:DataServices',
      '<edmx:Reference Uri="x" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"/><edmx:DataServices',
    );
    expect(buildModel({ id: 'SHOP', metadata: annotated }).version).toBe('V2');
  });

  it('keeps what a create needs and must not carry', () => {
    const order = v2.types.get('SHOP.OrderType');
    expect(order?.properties.get('CreatedBy')).toMatchObject({ creatable: false, updatable: false });
    expect(order?.properties.get('Kind')).toMatchObject({ required: true, codes: ['A', 'B'], maxLength: 2 });
    expect(order?.properties.get('Order')).toMatchObject({ required: false, key: true });
    expect(v4.types.get('Lab.Sample')?.properties.get('ChangedAt')).toMatchObject({ creatable: false });
    expect(v4.types.get('Lab.Sample')?.properties.get('Grade')).toMatchObject({ members: ['Good', 'Bad'] });
  });

  it('knows sets, their restrictions and where navigation leads', () => {
    expect(v2.sets.get('Items')).toMatchObject({ creatable: false, deletable: false, updatable: true });
    expect(v2.types.get('SHOP.OrderType')?.navigations.get('to_Item')).toMatchObject({
      collection: true,
      target: 'SHOP.ItemType',
    });
    expect(v4.sets.get('Samples')).toMatchObject({ etag: true, creatable: true });
    expect(v4.sets.get('Samples')?.bindings.get('Results')).toBe('Results');
  });

  it('keeps the HTTP method and parameters of operations', () => {
    expect(v2.operations).toMatchObject([
      {
        name: 'Release',
        method: 'POST',
        parameters: [
          { name: 'Order', optional: false },
          { name: 'On', optional: true },
        ],
      },
    ]);
    expect(v4.operations).toMatchObject([
      {
        name: 'Approve',
        qualifiedName: 'Lab.Approve',
        boundTo: 'Lab.Sample',
        parameters: [
          { name: 'Comment', optional: true },
          { name: 'Level', optional: false },
        ],
      },
    ]);
  });

  it('lets nullability say nothing where a generator marks nearly everything', () => {
    const many = Array.from(
      { length: 45 },
      (_, index) => `<Property Name="P${index}" Type="Edm.String" Nullable="false"/>`,
    ).join('');
    const strict = buildModel({
      id: 'LAB',
      metadata: sampleV4.replace('<Property Name="Title"', `${many}<Property Name="Title"`),
    });
    expect(strict.types.get('Lab.Sample')?.properties.get('Title')?.required).toBe(false);
    expect(v4.types.get('Lab.Sample')?.properties.get('Title')?.required).toBe(true);
  });
});
