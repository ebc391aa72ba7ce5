import {
  type EntitySetAttributes,
  edge,
  emptyPatch,
  type GraphPatch,
  MemoryGraph,
  type NavigationPropertyAttributes,
  node,
  type OperationParameter,
  type PropertyAttributes,
  type ServiceAttributes,
} from '../graph/index.ts';

type Property = Partial<PropertyAttributes> & { type: string };
type Navigation = Omit<NavigationPropertyAttributes, 'name'> & { to: string; cardinality: '1' | '0..1' | '*' };
type Value = readonly [code: string, text?: string];

/** Builds the graph of one service from plain facts; for tests. */
class ServiceBuilder {
  readonly patch: GraphPatch = emptyPatch();
  readonly #id: string;
  readonly #namespace: string;

  constructor(id: string, namespace: string, attributes: ServiceAttributes) {
    this.#id = id;
    this.#namespace = namespace;
    this.patch.nodes.push(node('Service', id, attributes));
  }

  type(
    name: string,
    keys: readonly string[],
    properties: Readonly<Record<string, Property>>,
    navigation: Readonly<Record<string, Navigation>> = {},
    { complex, open }: { complex?: boolean; open?: boolean } = {},
  ): this {
    const type = { kind: 'EntityType' as const, id: this.#typeId(name) };
    const attributes = { name, namespace: this.#namespace, keys };
    this.patch.nodes.push(
      node('EntityType', type.id, {
        ...attributes,
        ...(complex === true && { complex }),
        ...(open === true && { open }),
      }),
    );
    for (const [property, { nullable = !keys.includes(property), ...facts }] of Object.entries(properties)) {
      const id = `${type.id}/${property}`;
      const isKey = keys.includes(property);
      this.patch.nodes.push(node('Property', id, { name: property, nullable, ...(isKey && { key: true }), ...facts }));
      this.patch.edges.push(edge('HAS_PROPERTY', type, { kind: 'Property', id }, {}));
      if (facts.type.startsWith(`${this.#namespace}.`) && !facts.type.endsWith('Enum')) {
        const to = { kind: 'EntityType' as const, id: `${this.#id}#${facts.type}` };
        this.patch.edges.push(edge('OF_TYPE', { kind: 'Property', id }, to, {}));
      }
    }
    for (const [member, { to, cardinality, ...facts }] of Object.entries(navigation)) {
      const id = `${type.id}/${member}`;
      this.patch.nodes.push(node('NavigationProperty', id, { name: member, ...facts }));
      this.patch.edges.push(edge('HAS_NAVIGATION', type, { kind: 'NavigationProperty', id }, {}));
      const target = { kind: 'EntityType' as const, id: this.#typeId(to) };
      this.patch.edges.push(edge('NAVIGATES_TO', { kind: 'NavigationProperty', id }, target, { cardinality }));
    }
    return this;
  }

  set(
    name: string,
    type: string,
    attributes: Partial<EntitySetAttributes> = {},
    binds: Readonly<Record<string, string>> = {},
  ): this {
    const set = { kind: 'EntitySet' as const, id: `${this.#id}/${name}` };
    this.patch.nodes.push(node('EntitySet', set.id, { name, ...attributes }));
    this.patch.edges.push(edge('EXPOSES', { kind: 'Service', id: this.#id }, set, {}));
    this.patch.edges.push(edge('OF_TYPE', set, { kind: 'EntityType', id: this.#typeId(type) }, {}));
    for (const [navigation, target] of Object.entries(binds)) {
      this.patch.edges.push(edge('BINDS', set, { kind: 'EntitySet', id: `${this.#id}/${target}` }, { navigation }));
    }
    return this;
  }

  values(property: string, origin: 'file' | 'annotation' | 'enum', values: readonly Value[], more: object = {}): this {
    const id = `${this.#typeId(property)}@${origin}`;
    const listed = values.map(([code, text]) => ({ code, ...(text !== undefined && { text }) }));
    this.patch.nodes.push(node('ValueHelp', id, { origin, values: listed, ...more }));
    const from = { kind: 'Property' as const, id: this.#typeId(property) };
    this.patch.edges.push(edge('HAS_VALUE_HELP', from, { kind: 'ValueHelp', id }, {}));
    return this;
  }

  functionImport(name: string, parameters: readonly OperationParameter[], set?: string): this {
    const operation = { kind: 'Operation' as const, id: `${this.#id}/${name}` };
    this.patch.nodes.push(
      node('Operation', operation.id, { name, operationType: 'FunctionImport', method: 'POST', parameters }),
    );
    this.patch.edges.push(edge('EXPOSES', { kind: 'Service', id: this.#id }, operation, {}));
    if (set !== undefined) {
      this.patch.edges.push(edge('HAS_OPERATION', { kind: 'EntitySet', id: `${this.#id}/${set}` }, operation, {}));
    }
    return this;
  }

  action(name: string, type: string, parameters: readonly OperationParameter[], bindingCollection = false): this {
    const bindingType = `${this.#namespace}.${type}`;
    const operation = { kind: 'Operation' as const, id: `${this.#id}#${this.#namespace}.${name}(${bindingType})` };
    const attributes = {
      name,
      operationType: 'Action' as const,
      bound: true,
      bindingType,
      bindingCollection,
      parameters,
    };
    this.patch.nodes.push(node('Operation', operation.id, attributes));
    this.patch.edges.push(edge('HAS_OPERATION', { kind: 'EntityType', id: this.#typeId(type) }, operation, {}));
    return this;
  }

  #typeId(name: string): string {
    return `${this.#id}#${this.#namespace}.${name}`;
  }
}

function orders(): GraphPatch {
  const text = (maxLength: number, more: Partial<PropertyAttributes> = {}): Property => ({
    type: 'Edm.String',
    maxLength,
    ...more,
  });
  return new ServiceBuilder('ORDER_SRV', 'ORDER', { protocol: 'odata', version: '2.0', title: 'Purchase orders' })
    .type(
      'OrderType',
      ['Order'],
      {
        Order: text(10),
        Kind: text(4, { required: true, label: 'Order type' }),
        Supplier: text(10, { nullable: false }),
        Currency: text(5, { semantics: 'currency-code' }),
        Total: { type: 'Edm.Decimal', precision: 13, scale: 2, computed: true, unit: 'Currency' },
        Discount: { type: 'Edm.Decimal', precision: 5, scale: 2 },
        Days: { type: 'Edm.Int16' },
        OrderedOn: { type: 'Edm.DateTime', precision: 0 },
        Urgent: { type: 'Edm.Boolean', nullable: false, defaultValue: 'false' },
        ExternalId: { type: 'Edm.Guid' },
        Origin: text(10, { immutable: true }),
        Status: text(2, { creatable: false, updatable: false }),
        Note: text(40, { filterable: false, sortable: false }),
        Country: text(3),
        Region: text(3),
        Address: { type: 'ORDER.Address', nullable: true },
      },
      {
        to_Items: { to: 'ItemType', cardinality: '*', partner: 'to_Order' },
        to_Supplier: { to: 'SupplierType', cardinality: '0..1' },
      },
    )
    .type('Address', [], { Street: text(40, { nullable: false }), City: text(40) }, {}, { complex: true })
    .type(
      'ItemType',
      ['Order', 'Item'],
      {
        Order: text(10),
        Item: text(5),
        Material: text(18, { nullable: false }),
        Quantity: { type: 'Edm.Decimal', precision: 13, scale: 3, nullable: false },
        Plant: text(4),
      },
      {
        to_Order: {
          to: 'OrderType',
          cardinality: '1',
          partner: 'to_Items',
          referentialConstraints: { Order: 'Order' },
        },
      },
    )
    .type('SupplierType', ['Supplier'], { Supplier: text(10), Name: text(80) })
    .type('RegionType', ['Country', 'Region'], { Country: text(3), Region: text(3) })
    .set(
      'Orders',
      'OrderType',
      { searchable: false, deletable: false },
      { to_Items: 'OrderItems', to_Supplier: 'Suppliers' },
    )
    .set('OrderItems', 'ItemType', { insertable: false }, { to_Order: 'Orders' })
    .set('Suppliers', 'SupplierType', { insertable: false, updatable: false, deletable: false })
    .set('Regions', 'RegionType', { insertable: false, updatable: false, deletable: false })
    .values('OrderType/Kind', 'file', [
      ['NB', 'Standard purchase order'],
      ['UB', 'Stock transfer order'],
      ['FO', 'Framework order'],
    ])
    .values('OrderType/Currency', 'file', [
      ['EUR', 'Euro'],
      ['USD', 'US dollar'],
    ])
    .values('OrderType/Region', 'annotation', [], {
      entitySet: 'Regions',
      valueProperty: 'Region',
      resolved: true,
      parameters: [
        { direction: 'InOut', local: 'Region', target: 'Region' },
        { direction: 'In', local: 'Country', target: 'Country' },
      ],
    })
    .functionImport(
      'Release',
      [
        { name: 'Order', type: 'Edm.String', maxLength: 10 },
        { name: 'Kind', type: 'Edm.String', nullable: true },
      ],
      'Orders',
    )
    .functionImport('CloseYear', [{ name: 'Year', type: 'Edm.Int32' }]).patch;
}

function tickets(): GraphPatch {
  return new ServiceBuilder('TICKET_SRV', 'Ticket', { protocol: 'odata', version: '4.0', order: 'error' })
    .type(
      'Ticket',
      ['Id'],
      {
        Id: { type: 'Edm.Guid', computed: true },
        Title: { type: 'Edm.String', maxLength: 40, nullable: false },
        Colour: { type: 'Ticket.ColourEnum', flags: true },
        Labels: { type: 'Edm.String', maxLength: 10, collection: true, nullable: false },
        Due: { type: 'Edm.Date' },
        Photo: { type: 'Edm.Stream' },
        Year: { type: 'Edm.Int32' },
      },
      {
        Comments: { to: 'Comment', cardinality: '*', containsTarget: true },
        Parent: { to: 'Ticket', cardinality: '0..1' },
      },
    )
    .type('Comment', ['No'], { No: { type: 'Edm.Int32' }, Text: { type: 'Edm.String' } })
    .type('Settings', [], { Theme: { type: 'Edm.String' } }, {}, { open: true })
    .set('Tickets', 'Ticket', { nonInsertableNavigation: ['Parent'], concurrency: ['@etag'] }, { Parent: 'Tickets' })
    .set('TicketLogs', 'Ticket', { addressable: false, insertable: false })
    .set('Reports', 'Ticket', {
      insertable: false,
      requiredFilterProperties: ['Year'],
      filterExpressions: { Year: ['SingleValue'] },
      topSupported: false,
      nonExpandableProperties: ['Comments'],
    })
    .set('Settings', 'Settings', { singleton: true })
    .values('Ticket/Colour', 'enum', [['Red'], ['Green'], ['Blue']])
    .action('Close', 'Ticket', [{ name: 'Reason', type: 'Edm.String', nullable: false, maxLength: 20 }])
    .action('CloseAll', 'Ticket', [], true).patch;
}

function process(): GraphPatch {
  const patch = emptyPatch();
  const process = { kind: 'Process' as const, id: 'buying' };
  patch.nodes.push(node('Process', process.id, { name: 'Buying' }));
  const steps: [string, string, string, string | undefined, string | undefined][] = [
    ['start', 'startEvent', 'Need arises', undefined, undefined],
    ['ticket', 'userTask', 'Ask for it', 'TICKET_SRV/Tickets', 'create'],
    ['think', 'manualTask', 'Think it over', undefined, undefined],
    ['order', 'userTask', 'Order it', 'ORDER_SRV/Orders', 'create'],
    ['release', 'userTask', 'Release the order', 'ORDER_SRV/Orders', 'action:Release'],
    ['close', 'userTask', 'Close the ticket', 'TICKET_SRV/Tickets', 'action:Close'],
  ];
  let previous: string | undefined;
  for (const [name, type, title, set, operation] of steps) {
    const activity = { kind: 'Activity' as const, id: `buying/${name}` };
    patch.nodes.push(node('Activity', activity.id, { name: title, type }));
    patch.edges.push(edge('HAS_ACTIVITY', process, activity, {}));
    if (previous !== undefined)
      patch.edges.push(edge('HAS_NEXT', { kind: 'Activity', id: previous }, activity, { flows: [`to-${name}`] }));
    if (set !== undefined && operation !== undefined)
      patch.edges.push(edge('INVOKES', activity, { kind: 'EntitySet', id: set }, { operation }));
    previous = activity.id;
  }
  return patch;
}

/** A V2 service of purchase orders, a V4 service of tickets and a process over both, small enough to know by heart; for tests. */
export function sampleLandscape(): MemoryGraph {
  return MemoryGraph.from(orders(), tickets(), process());
}
