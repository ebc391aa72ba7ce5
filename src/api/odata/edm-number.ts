import { type EdmFacets, type EdmPlace, type EdmReading, problem, shown } from './edm-reading.ts';

const INTEGER_RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  'Edm.Byte': [0n, 255n],
  'Edm.SByte': [-128n, 127n],
  'Edm.Int16': [-32_768n, 32_767n],
  'Edm.Int32': [-2_147_483_648n, 2_147_483_647n],
  'Edm.Int64': [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
};

const PLAIN_DECIMAL = /^([-+]?)(\d{1,400})(?:\.(\d{1,400}))?$/;

/** Reads a number by its declared numeric type: range of the integers, precision and scale of decimals. */
export function readNumber(value: unknown, facets: EdmFacets, place: EdmPlace): EdmReading {
  const { type } = facets;
  if (typeof value !== 'number' && typeof value !== 'string')
    return problem('type', `must be a number, not ${shown(value)}`);
  if (type === 'Edm.Double' || type === 'Edm.Single') return readFloat(value, facets);
  if (typeof value === 'number' && !Number.isFinite(value))
    return problem('format', `must be a number, not ${String(value)}`);
  const text = typeof value === 'number' ? plain(value) : value.trim();
  const match = PLAIN_DECIMAL.exec(text);
  if (match === null)
    return problem('format', `must be a number, not ${shown(value)}`, repairNumber(text, type, place));
  const [, sign = '', whole = '', fraction = ''] = match;
  const range = INTEGER_RANGES[type];
  if (range === undefined) return readDecimal(value, sign === '-', whole, fraction, facets);
  if (/[1-9]/.test(fraction)) return problem('format', `must be a whole number, not ${shown(value)}`);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    return problem(
      'range',
      `is too large for a JSON number, its last digits are lost: write it as a string, not ${text}`,
    );
  }
  const digits = `${sign === '-' ? '-' : ''}${whole.replace(/^0+(?=\d)/, '')}`.replace(/^-0$/, '0');
  if (digits.length > 20 || BigInt(digits) < range[0] || BigInt(digits) > range[1]) {
    return problem('range', `must be between ${range[0]} and ${range[1]} (${type}), not ${shown(value)}`);
  }
  if (typeof value === 'string' && place === 'body' && type !== 'Edm.Int64') {
    return problem('type', `must be a JSON number, not the string ${shown(value)}`, Number(digits));
  }
  return within(Number(digits), digits, value, facets);
}

function readDecimal(
  value: unknown,
  negative: boolean,
  whole: string,
  fraction: string,
  facets: EdmFacets,
): EdmReading {
  const { precision, scale } = facets;
  const integer = whole.replace(/^0+(?=\d)/, '');
  const significant = fraction.replace(/0+$/, '');
  const decimals = typeof scale === 'number' ? scale : scale === undefined && precision !== undefined ? 0 : undefined;
  if (decimals !== undefined && significant.length > decimals) {
    return problem('range', `takes at most ${decimals} decimals, not ${significant.length}: ${shown(value)}`);
  }
  if (precision !== undefined) {
    const integerDigits = integer === '0' ? 0 : integer.length;
    const room =
      decimals === undefined ? precision - (scale === 'floating' ? 0 : significant.length) : precision - decimals;
    if (integerDigits > room) {
      const limit = decimals === undefined ? `${precision} digits` : `${room} digits before the decimal point`;
      return problem('range', `takes at most ${limit}, not ${shown(value)}`);
    }
  }
  const kept = decimals === undefined ? fraction : fraction.slice(0, decimals);
  const text = `${negative && /[1-9]/.test(whole + fraction) ? '-' : ''}${integer}${kept === '' ? '' : `.${kept}`}`;
  return within(Number(text), text, value, facets);
}

function readFloat(value: number | string, facets: EdmFacets): EdmReading {
  if (value === 'INF' || value === '-INF' || value === 'NaN') return { scalar: { text: value } };
  const number =
    typeof value === 'number' ? value : /^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) return problem('format', `must be a number, not ${shown(value)}`);
  if (facets.type === 'Edm.Single' && Math.abs(number) > 3.402_823_5e38) {
    return problem('range', `must be within the range of Edm.Single, not ${shown(value)}`);
  }
  return within(number, String(number), value, facets);
}

function within(number: number, text: string, value: unknown, { minimum, maximum }: EdmFacets): EdmReading {
  if (minimum !== undefined && number < Number(minimum))
    return problem('range', `must be at least ${minimum}, not ${shown(value)}`);
  if (maximum !== undefined && number > Number(maximum))
    return problem('range', `must be at most ${maximum}, not ${shown(value)}`);
  return { scalar: { text } };
}

/** The decimal digits of a finite number without exponent. */
function plain(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', first = '', rest = '', exponent = '0'] = match;
  const digits = first + rest;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length
    ? `${sign}${digits}${'0'.repeat(point - digits.length)}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** 1,234.50 and 12,5 and "40 PC" are common spellings whose number is clear. */
function repairNumber(text: string, type: string, place: EdmPlace): unknown {
  const number = /^(-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:[.,]\d{1,2})?)(?:\s*[A-Za-z€$%]{1,4}|[mMdDlLfF])?$/.exec(
    text,
  )?.[1];
  if (number === undefined) return undefined;
  const repaired = /,\d{1,2}$/.test(number) ? number.replace(',', '.') : number.replaceAll(',', '');
  if (type === 'Edm.Decimal' || type === 'Edm.Int64' || place === 'url') return repaired;
  return repaired.includes('.') ? undefined : Number(repaired);
}
