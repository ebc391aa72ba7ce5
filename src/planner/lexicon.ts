/** What users call things, beside the words of the metadata: business English, nothing of a particular landscape. */

/** Words that mean the same in requests and in texts of codes; the second is the one that is compared. */
export const SAME_WORDS: Readonly<Record<string, string>> = {
  ask: 'request',
  asks: 'request',
  bill: 'invoice',
  bills: 'invoice',
  vendor: 'supplier',
  vendors: 'supplier',
  maker: 'manufacturer',
  firm: 'supplier',
  firms: 'supplier',
  client: 'customer',
  guest: 'customer',
  dealer: 'customer',
  sold: 'sales',
  sale: 'sales',
  sell: 'sales',
  no: 'without',
  none: 'without',
  buyer: 'purchasing',
  buying: 'purchasing',
  purch: 'purchasing',
  amt: 'amount',
  percent: '%',
  check: 'inspection',
  goes: 'sent',
  go: 'sent',
  send: 'sent',
  decide: 'decision',
  decided: 'decision',
  normal: 'standard',
  ordinary: 'standard',
  usual: 'standard',
  regular: 'standard',
  letters: 'correspondence',
  line: 'item',
  part: 'material',
  parts: 'material',
  position: 'item',
  piece: 'piece',
  pcs: 'piece',
  pc: 'piece',
  kg: 'kilogram',
  article: 'product',
  org: 'organization',
  lang: 'language',
};

/** Parts of technical names and labels, written out. */
export const ABBREVIATIONS: Readonly<Record<string, string>> = {
  acct: 'account',
  acctg: 'accounting',
  assgmt: 'assignment',
  bp: 'partner',
  cc: 'cost center',
  chnl: 'channel',
  cat: 'category',
  ctr: 'center',
  curr: 'currency',
  crcy: 'currency',
  deliv: 'delivery',
  desc: 'description',
  dnmntr: 'denominator',
  nmrtr: 'numerator',
  dest: 'destination',
  doc: 'document',
  durn: 'duration',
  frmtd: 'formatted',
  insp: 'inspection',
  invcg: 'invoicing',
  invc: 'invoice',
  lang: 'language',
  loc: 'location',
  maint: 'maintenance',
  manuf: 'manufacturer',
  mat: 'material',
  matl: 'material',
  mfg: 'manufacturing',
  no: 'number',
  org: 'organization',
  per: 'period',
  plnt: 'plant',
  prod: 'product',
  purch: 'purchasing',
  purg: 'purchasing',
  pur: 'purchase',
  ord: 'order',
  qty: 'quantity',
  rec: 'record',
  recd: 'record',
  ref: 'reference',
  req: 'requested',
  reqn: 'requisition',
  rfq: 'request quotation',
  sls: 'sales',
  srvc: 'service',
  suplr: 'supplier',
  val: 'value',
  wrk: 'work',
  actl: 'actual',
  addr: 'address',
  amt: 'amount',
  asmbly: 'assembly',
  assy: 'assembly',
  bal: 'balance',
  billg: 'billing',
  cnfd: 'confirmed',
  cntry: 'country',
  cust: 'customer',
  dept: 'department',
  doct: 'document',
  dunn: 'dunning',
  emp: 'employee',
  equip: 'equipment',
  gds: 'goods',
  grp: 'group',
  hdr: 'header',
  inb: 'inbound',
  iss: 'issue',
  itm: 'item',
  lvl: 'level',
  mvt: 'movement',
  notif: 'notification',
  obj: 'object',
  outb: 'outbound',
  plnd: 'planned',
  postg: 'posting',
  prc: 'price',
  prio: 'priority',
  proj: 'project',
  rcpt: 'receipt',
  reqd: 'requested',
  sched: 'scheduled',
  stk: 'stock',
  tech: 'technical',
  typ: 'type',
  uom: 'unit',
  whse: 'warehouse',
  wt: 'weight',
  yr: 'year',
};

/** What a role word of a request may be called in metadata, nearest first. */
export const ROLE_ALIASES: readonly (readonly [string, readonly string[]])[] = [
  ['supplier', ['supplier', 'vendor', 'invoicing party', 'bidder']],
  ['customer', ['customer', 'sold to party']],
  ['material', ['material', 'product']],
  ['product', ['product', 'material']],
  ['item', ['item', 'purchase order item', 'reference document item']],
  ['group', ['purchasing group']],
  ['channel', ['distribution channel']],
  ['division', ['organization division']],
  ['employee', ['employee', 'person work agreement', 'personnel number']],
  ['work package', ['project element', 'wbs element']],
  ['equipment', ['equipment', 'technical object']],
  ['machine', ['equipment', 'technical object']],
  ['order', ['order', 'purchase order', 'reference document']],
  ['purchase order', ['purchase order', 'reference document']],
  ['delivery', ['delivery document', 'reference document', 'sd document', 'document']],
  ['document', ['reference document', 'document']],
  ['invoice', ['invoice', 'billing document', 'invoice id by invoicing party', 'reference']],
  ['customer invoice', ['billing document']],
  ['report', ['notification', 'confirmation', 'sd document', 'document']],
  ['number', ['customer reference', 'purchase order by customer']],
  ['reference', ['customer reference', 'purchase order by customer', 'reference']],
  ['part number', ['material number']],
  ['version', ['production version']],
  ['recipe version', ['production version']],
  ['lot', ['batch']],
  ['plant', ['plant', 'valuation area']],
  ['origin', ['country of origin']],
  ['partner', ['business partner']],
  ['account', ['account']],
];

/** What a first word of a clause wants done. */
export const VERBS: Readonly<Record<string, 'create' | 'read' | 'change' | 'delete' | 'act'>> = {
  ...verbs(
    'create',
    'add announce arrange ask book brew build capture create enter extend file give invite issue keep make note offer open order place plan prepare produce put raise receive record register report request set store transform turn announce withdraw write schedule value throw post purchase buy manufacture take document log grant approve assign maintain convert award confirm enrol define establish insert',
  ),
  ...verbs(
    'read',
    'check find fetch get inspect list look read review search see show tell view display determine identify count',
  ),
  ...verbs(
    'change',
    'adjust change correct increase lower reduce rename replace reschedule update modify alter move shift',
  ),
  ...verbs('delete', 'delete remove erase'),
  ...verbs(
    'act',
    'accept activate begin bill block cancel charge clear close complete confirm decide finish hand hold let post reject release ship start stop submit transfer unblock withdraw approve settle reverse lock unlock decline send decide dispatch reopen finalise finalize',
  ),
};

function verbs<Kind>(kind: Kind, words: string): Record<string, Kind> {
  return Object.fromEntries(words.split(' ').map((word) => [word, kind]));
}

/** Words of actions by what people say instead. */
export const ACTION_WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(go-ahead|clear (it|them|this)?.*\b(execution|work)|let .{0,40}\bbegin|may be worked on|start(ed)? work|approve[sd]? for execution)\b/i,
    'release',
  ],
  [/\b(let .{0,40}\bpass|let .{0,40}\bthrough|give .{0,30}approval|approve)\b/i, 'release approval'],
  [/\b(hand .{0,30}over for approval|submit|send .{0,30}for approval)\b/i, 'submit for approval'],
  [
    /\b(goods (have )?(left|leave)|departure of the goods|goods go out|ship(ped)? out|post the issue)\b/i,
    'post goods issue',
  ],
  [/\b(technically (finished|complete[d]?)|work is done)\b/i, 'set technically completed'],
  [
    /\b(charge|bill|invoice) (the |our )?(customer|client)|\b(issue|create|make) .{0,30}\binvoice\b/i,
    'create billing document',
  ],
  [/\b(close|finish|complete)\b/i, 'complete'],
  [/\btransfer .{0,40}\baccounting\b/i, 'post to accounting'],
  [/\bunblock|release the block/i, 'release'],
];

/** Words that name a unit of measure, by the words of its text in lists, with the code that most systems use. */
export const UNITS: readonly { readonly pattern: RegExp; readonly text: string; readonly code: string }[] = [
  { pattern: /^(piece|pieces|pcs?|units?)$/i, text: 'piece', code: 'PC' },
  { pattern: /^(boxes|box|cartons?)$/i, text: 'box', code: 'BOX' },
  { pattern: /^(kilograms?|kilos?|kgs?)$/i, text: 'kilogram', code: 'KG' },
  { pattern: /^(grams?|g)$/i, text: 'gram', code: 'G' },
  { pattern: /^(tonnes?|tons?|t)$/i, text: 'metric ton', code: 'TO' },
  { pattern: /^(litres?|liters?|l)$/i, text: 'litre', code: 'L' },
  { pattern: /^(metres?|meters?|m)$/i, text: 'metre', code: 'M' },
  { pattern: /^(hours?|hrs?|h)$/i, text: 'hour', code: 'H' },
  { pattern: /^(minutes?|min)$/i, text: 'minute', code: 'MIN' },
  { pattern: /^(days?)$/i, text: 'day', code: 'DAY' },
  { pattern: /^(weeks?)$/i, text: 'week', code: 'WK' },
  { pattern: /^(pallets?)$/i, text: 'pallet', code: 'PAL' },
  { pattern: /^(each|ea)$/i, text: 'each', code: 'EA' },
];

/** Names of currencies in requests, with the words of their texts and ISO 4217 codes. */
export const CURRENCIES: readonly { readonly pattern: RegExp; readonly code: string }[] = [
  { pattern: /\b(euros?|eur)\b|€/i, code: 'EUR' },
  { pattern: /\b(us dollars?|u\.s\. dollars?|usd)\b|US\$/i, code: 'USD' },
  { pattern: /\b(pounds? sterling|british pounds?|gbp)\b|£/i, code: 'GBP' },
  { pattern: /\b(swiss francs?|chf)\b/i, code: 'CHF' },
  { pattern: /\b(japanese yen|yen|jpy)\b/i, code: 'JPY' },
  { pattern: /\b(chinese yuan|yuan|renminbi|cny)\b/i, code: 'CNY' },
  { pattern: /\b(indian rupees?|rupees?|inr)\b/i, code: 'INR' },
  { pattern: /\b(polish z[lł]oty|z[lł]oty|pln)\b/i, code: 'PLN' },
  { pattern: /\b(swedish kron[ao]r?|sek)\b/i, code: 'SEK' },
  { pattern: /\b(canadian dollars?|cad)\b/i, code: 'CAD' },
  { pattern: /\b(australian dollars?|aud)\b/i, code: 'AUD' },
];

/** What words before a date say about the property that takes it, most telling first. */
export const DATE_CUES: readonly { readonly pattern: RegExp; readonly words: readonly string[] }[] = [
  { pattern: /\bbest before|expir\w*|use by|shelf life\b/i, words: ['shelf', 'expiration', 'life'] },
  { pattern: /\b(produced|manufactured|made|brewed)\b/i, words: ['manufacture', 'production'] },
  { pattern: /\b(posted|post|book|booked|booking)\b/i, words: ['posting'] },
  { pattern: /\b(dated|of the invoice|invoice date)\b/i, words: ['document', 'invoice'] },
  {
    pattern: /\b(binding|valid|validity|runs?|running)\b.*\b(until|to|till)\b/i,
    words: ['validity', 'valid', 'end', 'to', 'binding'],
  },
  { pattern: /\b(valid|validity|runs?|running)\b.*\bfrom\b/i, words: ['validity', 'valid', 'start', 'from'] },
  {
    pattern: /\b(offers?|quotations?|bids?)\b.*\bby\b|\bdeadline\b/i,
    words: ['latest', 'submission', 'deadline', 'quotation'],
  },
  { pattern: /\b(performed|done|carried out|rendered|worked)\b/i, words: ['performance', 'execution'] },
  {
    pattern: /\b(finish\w*|end\w*|complet\w*|until|till|to)\b/i,
    words: ['end', 'finish', 'planned', 'to', 'validity'],
  },
  { pattern: /\b(start\w*|begin\w*|from)\b/i, words: ['start', 'begin', 'planned', 'from', 'validity'] },
  { pattern: /\b(by|deliver\w*|arriv\w*|need\w*|wanted)\b/i, words: ['delivery', 'requested', 'due'] },
];

/** Organisational data that stands with an identifier; what it is says nothing about what is wanted. */
export const ORGANISATION =
  /\b(?:company code|purchasing organi[sz]ation|sales organi[sz]ation|(?:buyer|purchasing|same buyer) group|(?:planning |maintenance |supplying |production )?plant|(?:distribution )?channel|division|cost cent(?:re|er)|storage location|(?:main )?work cent(?:re|er)|profit cent(?:re|er)|business area|item)\s+(?=[A-Z]*\d)[\w.-]+/gi;

/** Names of languages in requests, with ISO 639 codes. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  english: 'EN',
  german: 'DE',
  french: 'FR',
  spanish: 'ES',
  italian: 'IT',
  polish: 'PL',
  dutch: 'NL',
  portuguese: 'PT',
  chinese: 'ZH',
  japanese: 'JA',
};

/** Words that tell one organisational unit from another: a role without them is another role. */
export const TELLING =
  'company purchasing sales storage planning main work cost profit distribution shipping supplying serial old net gross'.split(
    ' ',
  );
