import type { OperationSpec, PropertySpec, SingleCall } from '../../src/api/index.ts';
import type { Random } from './random.ts';
import type { WritableTarget } from './writable-targets.ts';

type Payload = Record<string, unknown>;

/** A create that is valid by its specifications: what is required, a share of the rest, and the way down to the target. */
export function validCall(target: WritableTarget, random: Random): SingleCall {
  const { root, way } = target;
  const payload = validPayload(root, root.keys, random);
  let at = payload;
  let parentKeys = root.keys;
  for (const { navigation, spec } of way) {
    const child = validPayload(spec, parentKeys, random);
    at[navigation.name] = navigation.cardinality === '*' ? [child] : child;
    at = child;
    parentKeys = spec.keys;
  }
  return { service: root.service, entitySet: root.entitySet, operation: 'create', payload };
}

/** The payload of the target inside a call that `validCall` made. */
export function targetPayload({ way }: WritableTarget, { payload = {} }: SingleCall): Payload {
  return way.reduce((at, { navigation }) => {
    const value = at[navigation.name];
    return (Array.isArray(value) ? value[0] : value) as Payload;
  }, payload);
}

/** Keys are left to the system and to the parent. */
function validPayload(spec: OperationSpec, parentKeys: readonly string[], random: Random): Payload {
  const version = spec.protocol.replace('odata ', '');
  const payload: Payload = {};
  const left = new Set([...spec.keys, ...parentKeys]);
  for (const property of spec.properties) {
    if (!property.creatable || left.has(property.name)) continue;
    if (property.required || random.chance(0.4)) payload[property.name] = validValue(property, version, random);
  }
  // A value of a dependent list comes with what narrows the list.
  for (const property of spec.properties) {
    if (payload[property.name] === undefined) continue;
    for (const name of property.valueHelp?.dependsOn ?? []) {
      const companion = spec.properties.find((candidate) => candidate.name === name);
      if (companion?.creatable === true && !left.has(name)) payload[name] ??= validValue(companion, version, random);
    }
  }
  return payload;
}

/** A value of a property in the form that the protocol puts on the wire. */
export function validValue(property: PropertySpec, version: string, random: Random): unknown {
  if (property.collection === true) {
    const { collection, ...single } = property;
    return Array.from({ length: random.integer(0, 2) }, () => validValue(single, version, random));
  }
  if (property.members !== undefined) {
    const members = property.members.filter(({ creatable, required }) => creatable && (required || random.chance(0.5)));
    return Object.fromEntries(members.map((member) => [member.name, validValue(member, version, random)]));
  }
  const codes = property.valueHelp?.fixed === true ? property.valueHelp.values : undefined;
  const code = codes === undefined ? undefined : random.pick(codes)?.code;
  if (code !== undefined) return property.type === 'Edm.Boolean' ? code === 'true' : code;
  const { type, maxLength, precision = 10, scale = 0 } = property;
  const moment = Date.UTC(
    random.integer(1990, 2040),
    random.integer(0, 11),
    random.integer(1, 28),
    random.integer(0, 23),
    30,
    15,
  );
  const iso = new Date(moment).toISOString();
  switch (type) {
    case 'Edm.String':
      return random.text(random.integer(1, Math.min(typeof maxLength === 'number' ? maxLength : 20, 20)));
    case 'Edm.Boolean':
      return random.chance(0.5);
    case 'Edm.Byte':
      return random.integer(0, 255);
    case 'Edm.SByte':
      return random.integer(-128, 127);
    case 'Edm.Int16':
      return random.integer(-32_768, 32_767);
    case 'Edm.Int32':
      return random.integer(-2_147_483_648, 2_147_483_647);
    case 'Edm.Int64':
      return random.digits(18);
    case 'Edm.Decimal':
      return decimal(precision, typeof scale === 'number' ? scale : Math.min(2, precision), random);
    case 'Edm.Double':
    case 'Edm.Single':
      return random.integer(-1000, 1000) / 8;
    case 'Edm.Guid':
      return [8, 4, 4, 4, 12].map((length) => random.text(length).replace(/[G-Z]/g, 'a').toLowerCase()).join('-');
    case 'Edm.Binary':
      return 'AQID'.slice(0, typeof maxLength === 'number' && maxLength < 3 ? 0 : 4);
    case 'Edm.Date':
      return iso.slice(0, 10);
    case 'Edm.DateTime':
      return `/Date(${moment})/`;
    case 'Edm.DateTimeOffset':
      return version.startsWith('4') ? iso.replace('.000', '') : `/Date(${moment}+0000)/`;
    case 'Edm.TimeOfDay':
      return iso.slice(11, 19);
    case 'Edm.Time':
      return `PT${random.integer(0, 23)}H${random.integer(0, 59)}M`;
    case 'Edm.Duration':
      return `P${random.integer(0, 9)}DT${random.integer(1, 9)}H`;
    default:
      throw new Error(`The generator knows no value of ${type} (${property.name}).`);
  }
}

function decimal(precision: number, scale: number, random: Random): string {
  const whole = random.integer(0, Math.min(precision - scale, 8));
  const digits = random.digits(whole).replace(/^0+/, '');
  const fraction = random.digits(Math.min(scale, random.integer(0, scale)));
  return `${random.chance(0.1) ? '-' : ''}${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}`.replace(
    /^-(0(\.0*)?)$/,
    '$1',
  );
}
