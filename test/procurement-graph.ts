import { edge, emptyPatch, type GraphPatch, MemoryGraph, type NodeRef, node } from '../src/graph/index.ts';

interface SetOptions {
  readonly label?: string;
  readonly properties?: readonly string[];
  readonly keys?: readonly string[];
  readonly addressable?: boolean;
}

/** A small procurement landscape as a graph: four services and one process with a sub-process, a gateway's branches, a loop and a boundary event. */
export function procurementGraph(): MemoryGraph {
  const patch = emptyPatch();
  service(patch, 'API_PURCHASEORDER_SRV', 'Purchase Order', 'Orders sent to a supplier, with items and notes.');
  set(patch, 'API_PURCHASEORDER_SRV', 'A_PurchaseOrder', {
    keys: ['PurchaseOrder'],
    properties: ['Supplier', 'CompanyCode'],
  });
  set(patch, 'API_PURCHASEORDER_SRV', 'A_PurchaseOrderItem', {
    keys: ['PurchaseOrder', 'Item'],
    properties: ['Material', 'OrderQuantity'],
  });
  set(patch, 'API_PURCHASEORDER_SRV', 'A_PurchaseOrderNote', { label: 'Note', properties: ['PlainLongText'] });
  set(patch, 'API_PURCHASEORDER_SRV', 'I_SupplierValueHelp', { label: 'Supplier', properties: ['SupplierName'] });
  navigation(patch, 'API_PURCHASEORDER_SRV', 'A_PurchaseOrder', 'A_PurchaseOrderItem', '*');
  navigation(patch, 'API_PURCHASEORDER_SRV', 'A_PurchaseOrderItem', 'A_PurchaseOrder', '1');
  navigation(patch, 'API_PURCHASEORDER_SRV', 'A_PurchaseOrder', 'A_PurchaseOrderNote', '*');
  valueHelp(patch, 'API_PURCHASEORDER_SRV', 'A_PurchaseOrder', 'Supplier', 'I_SupplierValueHelp');

  service(
    patch,
    'API_MATERIAL_DOCUMENT_SRV',
    'Material Document',
    'Posts goods receipts, issues and transfers of stock.',
  );
  set(patch, 'API_MATERIAL_DOCUMENT_SRV', 'A_MaterialDocumentHeader', { properties: ['PostingDate'] });
  set(patch, 'API_MATERIAL_DOCUMENT_SRV', 'A_MaterialDocumentItem', { properties: ['Material', 'GoodsMovementType'] });

  service(
    patch,
    'API_SUPPLIERINVOICE_SRV',
    'Supplier Invoice',
    'Incoming bills of suppliers; they can be posted and released from a block.',
  );
  set(patch, 'API_SUPPLIERINVOICE_SRV', 'A_SupplierInvoice', {
    properties: ['InvoiceGrossAmount', 'PaymentBlockingReason'],
  });
  set(patch, 'API_SUPPLIERINVOICE_SRV', 'A_SupplierInvoiceResult', { addressable: false });
  operation(patch, 'API_SUPPLIERINVOICE_SRV', 'Release', 'A_SupplierInvoice');
  operation(patch, 'API_SUPPLIERINVOICE_SRV', 'CalculateExchangeRate');

  service(patch, 'API_BANK_SRV', 'Bank', 'Directory of banks by country.');
  set(patch, 'API_BANK_SRV', 'A_Bank', { properties: ['SWIFTCode', 'BankName'] });

  patch.nodes.push(
    node('Process', 'procurement', {
      name: 'Direct procurement',
      description: 'From the need over the order to the bill.',
    }),
  );
  activity(patch, 'Start', 'startEvent', 'Material is needed');
  activity(patch, 'Order', 'userTask', 'Place the order with the supplier', 'The buyer sends a binding order.');
  activity(patch, 'Receive', 'subProcess', 'Take the goods in');
  activity(
    patch,
    'Book',
    'userTask',
    'Record the arrival of the goods',
    'The quantity is taken into stock.',
    'Receive',
    true,
  );
  activity(patch, 'Check', 'userTask', 'Look at the items that were booked', undefined, 'Receive');
  activity(patch, 'Done', 'endEvent', 'Goods are in stock', undefined, 'Receive');
  activity(patch, 'Late', 'boundaryEvent', 'Goods are late', undefined, undefined, false, 'Receive');
  activity(patch, 'Remind', 'userTask', 'Write a note to the supplier');
  activity(patch, 'Bill', 'userTask', "Register the supplier's bill", 'Accounts payable enters the invoice.');
  activity(patch, 'Unblock', 'serviceTask', 'Lift the block of the bill');
  activity(patch, 'End', 'endEvent', 'Bill is paid');
  for (const [from, to] of [
    ['Start', 'Order'],
    ['Order', 'Receive'],
    ['Book', 'Check'],
    ['Check', 'Book'],
    ['Check', 'Done'],
    ['Late', 'Remind'],
    ['Receive', 'Bill'],
    ['Bill', 'Unblock'],
    ['Unblock', 'End'],
  ] as const) {
    patch.edges.push(edge('HAS_NEXT', step(from), step(to), { flows: [`${from}-${to}`] }));
  }
  invoke(patch, 'Order', 'API_PURCHASEORDER_SRV/A_PurchaseOrder', 'create');
  invoke(patch, 'Book', 'API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentHeader', 'create');
  invoke(patch, 'Check', 'API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem', 'read');
  invoke(patch, 'Remind', 'API_PURCHASEORDER_SRV/A_PurchaseOrderNote', 'create');
  invoke(patch, 'Bill', 'API_SUPPLIERINVOICE_SRV/A_SupplierInvoice', 'create');
  invoke(patch, 'Unblock', 'API_SUPPLIERINVOICE_SRV/A_SupplierInvoice', 'action:Release');
  patch.edges.push(
    edge(
      'INVOKES',
      step('Unblock'),
      { kind: 'Operation', id: 'API_SUPPLIERINVOICE_SRV/Release' },
      { operation: 'action:Release' },
    ),
  );
  return MemoryGraph.from(patch);
}

function service(patch: GraphPatch, id: string, title: string, description: string): void {
  patch.nodes.push(node('Service', id, { protocol: 'odata', title, description, domain: 'procurement' }));
}

function set(
  patch: GraphPatch,
  serviceId: string,
  name: string,
  { label, properties = [], keys = [], addressable }: SetOptions,
): void {
  const id = `${serviceId}/${name}`;
  const type = typeRef(serviceId, name);
  patch.nodes.push(
    node('EntitySet', id, { name, ...(addressable === undefined ? {} : { addressable }) }),
    node('EntityType', type.id, {
      name: `${name}Type`,
      namespace: 'NS',
      keys,
      ...(label === undefined ? {} : { label }),
    }),
  );
  patch.edges.push(
    edge('EXPOSES', { kind: 'Service', id: serviceId }, { kind: 'EntitySet', id }, {}),
    edge('OF_TYPE', { kind: 'EntitySet', id }, type, {}),
  );
  for (const property of [...keys, ...properties]) {
    const propertyId = `${type.id}/${property}`;
    patch.nodes.push(
      node('Property', propertyId, {
        name: property,
        type: 'Edm.String',
        nullable: true,
        key: keys.includes(property),
      }),
    );
    patch.edges.push(edge('HAS_PROPERTY', type, { kind: 'Property', id: propertyId }, {}));
  }
}

function navigation(patch: GraphPatch, serviceId: string, from: string, to: string, cardinality: '1' | '*'): void {
  const type = typeRef(serviceId, from);
  const id = `${type.id}/to_${to}`;
  patch.nodes.push(node('NavigationProperty', id, { name: `to_${to}` }));
  patch.edges.push(
    edge('HAS_NAVIGATION', type, { kind: 'NavigationProperty', id }, {}),
    edge('NAVIGATES_TO', { kind: 'NavigationProperty', id }, typeRef(serviceId, to), { cardinality }),
    edge(
      'BINDS',
      { kind: 'EntitySet', id: `${serviceId}/${from}` },
      { kind: 'EntitySet', id: `${serviceId}/${to}` },
      { navigation: `to_${to}` },
    ),
  );
}

function valueHelp(patch: GraphPatch, serviceId: string, set: string, property: string, list: string): void {
  const propertyId = `${typeRef(serviceId, set).id}/${property}`;
  const values = [{ code: '1', text: 'Preferred vendor' }];
  patch.nodes.push(node('ValueHelp', `${propertyId}@file`, { origin: 'file', values }));
  patch.edges.push(
    edge(
      'HAS_VALUE_HELP',
      { kind: 'Property', id: propertyId },
      { kind: 'ValueHelp', id: `${propertyId}@file` },
      { entitySet: list },
    ),
  );
}

function operation(patch: GraphPatch, serviceId: string, name: string, set?: string): void {
  const id = `${serviceId}/${name}`;
  patch.nodes.push(
    node('Operation', id, { name, operationType: 'FunctionImport', parameters: [{ name: 'FiscalYear' }] }),
  );
  patch.edges.push(edge('EXPOSES', { kind: 'Service', id: serviceId }, { kind: 'Operation', id }, {}));
  if (set !== undefined)
    patch.edges.push(
      edge('HAS_OPERATION', { kind: 'EntitySet', id: `${serviceId}/${set}` }, { kind: 'Operation', id }, {}),
    );
}

function activity(
  patch: GraphPatch,
  id: string,
  type: string,
  name: string,
  description?: string,
  parent?: string,
  entry?: boolean,
  attachedTo?: string,
): void {
  const qualified = (other: string | undefined) => (other === undefined ? undefined : `procurement/${other}`);
  const above = qualified(parent);
  const host = qualified(attachedTo);
  patch.nodes.push(
    node('Activity', `procurement/${id}`, {
      name,
      type,
      ...(description === undefined ? {} : { description }),
      ...(above === undefined ? {} : { parent: above }),
      ...(entry === undefined ? {} : { entry }),
      ...(host === undefined ? {} : { attachedTo: host }),
    }),
  );
  patch.edges.push(edge('HAS_ACTIVITY', { kind: 'Process', id: 'procurement' }, step(id), {}));
}

function invoke(patch: GraphPatch, id: string, entitySet: string, how: string): void {
  patch.edges.push(edge('INVOKES', step(id), { kind: 'EntitySet', id: entitySet }, { operation: how }));
}

function step(id: string): NodeRef<'Activity'> {
  return { kind: 'Activity', id: `procurement/${id}` };
}

function typeRef(serviceId: string, set: string): NodeRef<'EntityType'> {
  return { kind: 'EntityType', id: `${serviceId}#NS.${set}Type` };
}
