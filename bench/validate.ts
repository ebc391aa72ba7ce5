import { Ajv } from 'ajv';
import { type ApiCall, type PropertySpec, specify, validate } from '../src/api/index.ts';
import { readLandscape } from '../src/ingest/index.ts';

/**
 * Validations a second of a payload of 50 properties on one core, beside an ajv schema compiled from the same specification (types,
 * lengths, codes, required and unknown properties; ajv knows no precision, scale, calendar or order). Good payloads and bad ones.
 * Usage: tsx bench/validate.ts <landscape> [EntitySet id]
 */
const [, , folder, id = 'API_SALES_ORDER_SRV/A_SalesOrder'] = process.argv;
if (folder === undefined) throw new Error('Name the folder of a landscape.');
const { graph } = await readLandscape(folder);

const spec = specify(graph, id);
const writable = spec.properties.filter(
  ({ creatable, members, collection }) => creatable && members === undefined && collection !== true,
);
const required = writable.filter((property) => property.required);
const chosen = [...required, ...writable.filter((property) => !property.required)].slice(0, 50);
if (chosen.length < 50) throw new Error(`${id} has only ${chosen.length} properties that a create may carry.`);
const good = Object.fromEntries(chosen.map((property) => [property.name, example(property)]));
const [first, second] = chosen;
const bad = { ...good, [first?.name ?? '']: { not: 'a scalar' }, Unknown: 1, [second?.name ?? '']: 'x'.repeat(5000) };

const schema = {
  type: 'object',
  additionalProperties: false,
  required: spec.required,
  properties: Object.fromEntries(spec.properties.map((property) => [property.name, schemaOf(property)])),
};
const judge = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

const call = (payload: Record<string, unknown>): ApiCall => ({
  service: spec.service,
  entitySet: spec.entitySet,
  operation: 'create',
  payload,
});
const goodFindings = validate(call(good), { graph });
if (goodFindings.length > 0 || !judge(good))
  throw new Error(`The payload is not valid: ${JSON.stringify([goodFindings, judge.errors])}`);

console.log(
  `${id}, payload of ${chosen.length} properties (${[...new Set(chosen.map(({ type }) => type))].join(', ')})`,
);
measure('validate, good', () => validate(call(good), { graph }).length);
measure('ajv, good', () => Number(judge(good)));
measure('validate, bad', () => validate(call(bad), { graph }).length);
measure('ajv, bad', () => Number(judge(bad)));

/** Rates by processor time, so that other work on the machine does not count. */
function measure(name: string, run: () => number): void {
  let kept = 0;
  for (let round = 0; round < 2000; round++) kept += run();
  const rates: number[] = [];
  for (let round = 0; round < 11; round++) {
    const start = process.cpuUsage();
    const count = 2000;
    for (let inner = 0; inner < count; inner++) kept += run();
    const { user, system } = process.cpuUsage(start);
    rates.push((count / (user + system)) * 1e6);
  }
  rates.sort((a, b) => a - b);
  const text = (rate = 0): string => Math.round(rate).toLocaleString('en');
  console.log(
    `${name.padEnd(16)} ${text(rates[5])} a second of processor time (best ${text(rates[10])})${kept < 0 ? '!' : ''}`,
  );
}

function example(property: PropertySpec): unknown {
  const code = property.valueHelp?.values?.[0]?.code;
  if (code !== undefined) return code;
  switch (property.type) {
    case 'Edm.Boolean':
      return true;
    case 'Edm.Decimal':
    case 'Edm.Int64':
      return '1';
    case 'Edm.Byte':
    case 'Edm.Int16':
    case 'Edm.Int32':
      return 1;
    case 'Edm.Date':
      return '2026-06-15';
    case 'Edm.DateTime':
      return '2026-06-15T00:00:00';
    case 'Edm.DateTimeOffset':
      return '2026-06-15T00:00:00Z';
    case 'Edm.Time':
      return 'PT10H';
    case 'Edm.Guid':
      return '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    default:
      return 'A';
  }
}

function schemaOf({ type, maxLength, valueHelp, nullable }: PropertySpec): object {
  const orNull = (name: string): string | string[] => (nullable ? [name, 'null'] : name);
  if (valueHelp?.fixed === true && valueHelp.values !== undefined)
    return { enum: [...valueHelp.values.map(({ code }) => code), ...(nullable ? [null] : [])] };
  if (type === 'Edm.Boolean') return { type: orNull('boolean') };
  if (type === 'Edm.Int32' || type === 'Edm.Int16' || type === 'Edm.Byte') return { type: orNull('integer') };
  if (type === 'Edm.Decimal')
    return { type: ['string', 'number', ...(nullable ? ['null'] : [])], pattern: '^-?\\d+(\\.\\d+)?$' };
  if (type.startsWith('Edm.Date')) return { type: orNull('string'), pattern: '^\\d{4}-\\d\\d-\\d\\d' };
  return { type: orNull('string'), ...(typeof maxLength === 'number' && { maxLength }) };
}
