import type { Call, DoorRequest } from './request.ts';

const requisition: Call = {
  service: 'TWC_PURCHASING_SRV',
  entitySet: 'PurReqSet',
  operation: 'create',
  payload: { Product: 'SDL-20', ReqQty: '200', DelivDate: '2026-09-14', Plant: 'TW01' },
};
const order: Call = {
  service: 'TWC_PURCHASING_SRV',
  entitySet: 'PurOrdHdrSet',
  operation: 'create',
  payload: {
    PurOrdType: 'STD',
    Suplr: '20014',
    PurGrp: 'B02',
    to_Items: [{ Product: 'CHN-11', OrdQty: '50', NetPrc: '12.40', Plant: 'TW01' }],
  },
};
const fault: Call = {
  service: 'TWC_WORKSHOP_SRV',
  entitySet: 'MaintNotifSet',
  operation: 'create',
  payload: { TechObj: 'PB-01', NotifText: 'Paint booth too hot', NotifType: 'FR', Prio: '2', DamageCode: 'HEAT' },
};

function withPayload(call: Call, changes: Readonly<Record<string, unknown>>): Call {
  return { ...call, payload: { ...(call.payload as object), ...changes } };
}

function search(query: string, k = 8): DoorRequest {
  return { kind: 'search', query, k };
}

function describe(target: string, more: { query?: string; detail?: 'full' } = {}): DoorRequest {
  return { kind: 'describe', target, ...more };
}

function values(target: string, property: string, find?: string, limit = 12): DoorRequest {
  return { kind: 'values', target, property, limit, ...(find !== undefined && { find }) };
}

function read(call: Call): DoorRequest {
  return { kind: 'read', call: { operation: 'read', ...call } };
}

const purchasing = { service: 'TWC_PURCHASING_SRV', entitySet: 'PurOrdHdrSet' };

/** 50 requests on the demo landscape: what is found and what is not, what is right and what is wrong. */
export const requests: readonly DoorRequest[] = [
  search('ask for saddles to be bought'),
  search('Somebody dropped off a bill from the tyre maker, where do I key it in?'),
  search('The welding robot makes a grinding sound, who do I tell?', 3),
  search('Take a dealer from his phone call to the bill in his letter box', 25),
  search('SlsOrd', 5),
  search('PurOrdHdrSet', 1),
  search('where do I enter the colour of the sky', 10),
  search('goods reçu – 倉庫 🚲 "quoted" & <b>', 6),
  search('release the payment block', 4),
  search('reject items of the sales order', 12),
  search('zzzz qqqq xxxx', 8),
  describe('TWC_PURCHASING_SRV/PurReqSet'),
  describe('TWC_PURCHASING_SRV/PurOrdHdrSet', { detail: 'full' }),
  describe('TWC_PURCHASING_SRV/PurOrdHdrSet', { query: 'payment terms and currency' }),
  describe('TWC_SALES_ORDER_0001/SlsOrd'),
  describe('TWC_BILLING_0001/CreateFromDelivery'),
  describe('TWC_STOCK_SRV/StkBalSet'),
  describe('TWC_WORKSHOP_SRV/MaintNotifSet', { query: 'urgent', detail: 'full' }),
  describe('TWC_ASSEMBLY_0001/AsmblyOrd'),
  describe('TWC_PURCHASING_SRV/PurOrdHdrSett'),
  describe('TWC_PURCHASNG_SRV/PurReqSet'),
  describe('nothing'),
  describe('../../etc/passwd'),
  values('TWC_PURCHASING_SRV/PurReqSet', 'Plant', 'works'),
  values('TWC_WORKSHOP_SRV/MaintNotifSet', 'Prio'),
  values('TWC_WORKSHOP_SRV/MaintNotifSet', 'DamageCode', 'hot', 3),
  values('TWC_SALES_ORDER_0001/SlsOrd', 'SlsOrdKind', 'guarantee'),
  values('TWC_PURCHASING_SRV/PurOrdHdrSet', 'PurGrp', 'B02'),
  values('TWC_PURCHASING_SRV/PurReqSet', 'Product', 'saddle'),
  values('TWC_PURCHASING_SRV/PurReqSet', 'Plnt', 'works'),
  values('TWC_PURCHASING_SRV/PurReqSets', 'Plant'),
  { kind: 'validate', call: withPayload(requisition, { Plnt: 'TW01' }) },
  { kind: 'validate', call: withPayload(requisition, { Plant: 'Tarnwood works' }) },
  { kind: 'validate', call: withPayload(requisition, { ReqQty: 'many', DelivDate: 'tomorrow' }) },
  { kind: 'validate', call: { ...requisition, payload: {} } },
  { kind: 'validate', call: withPayload(order, { to_Items: [{ Product: 'CHN-11', OrdQty: '50' }] }) },
  { kind: 'validate', call: { ...requisition, entitySet: 'PurReqSett' } },
  { kind: 'validate', call: { ...requisition, service: 'TWC_PURCHASNG_SRV' } },
  { kind: 'validate', call: { ...requisition, operation: 'action:ReleasPurOrd' } },
  { kind: 'plan', call: requisition },
  { kind: 'plan', call: order },
  { kind: 'plan', call: fault },
  {
    kind: 'plan',
    call: { ...purchasing, operation: 'action:ReleasePurOrd', parameters: { PurOrd: '4500000012' }, etag: '*' },
  },
  { kind: 'plan', call: withPayload(fault, { NotifType: 'XX' }) },
  read({ ...purchasing, query: { top: 3 } }),
  read({
    ...purchasing,
    query: { top: 2, select: ['PurOrd', 'Suplr'], orderby: [{ property: 'PurOrd', dir: 'desc' }] },
  }),
  read({ ...purchasing, query: { top: 2, expand: ['to_Items'] } }),
  read({
    service: 'TWC_SALES_ORDER_0001',
    entitySet: 'SlsOrdItm',
    query: { top: 4, filter: [{ property: 'SlsOrdItm', op: 'ne', value: '000010' }] },
  }),
  read({ ...purchasing, key: { PurOrd: 'NOSUCH' } }),
  read({ ...purchasing, query: { top: 2, select: ['Supplr'] } }),
];
