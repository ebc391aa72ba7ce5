/** The error of a system in one shape for all protocol versions. */
export interface ODataErrorBody {
  readonly code?: string;
  readonly message: string;
  readonly target?: string;
  readonly details?: readonly { readonly code?: string; readonly message: string; readonly target?: string }[];
}

type Json = Readonly<Record<string, unknown>>;

const maxText = 1000;
const maxDetails = 20;

/**
 * Reads what a system says about a failure: the JSON error of V2 and V4 with its inner details, the XML error, and otherwise
 * the readable text of whatever came, shortened.
 */
export function readErrorBody(body: string, contentType: string): ODataErrorBody {
  return fromJson(body) ?? fromXml(body, contentType) ?? { message: readableText(body) };
}

function fromJson(body: string): ODataErrorBody | undefined {
  const start = body.trimStart();
  if (!start.startsWith('{')) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(start);
  } catch {
    return undefined;
  }
  const error = isObject(parsed) ? (parsed.error ?? parsed['odata.error']) : undefined;
  if (typeof error === 'string') return { message: short(error) };
  if (!isObject(error)) return undefined;
  const inner = isObject(error.innererror) ? error.innererror.errordetails : undefined;
  const list = Array.isArray(error.details) ? error.details : Array.isArray(inner) ? inner : [];
  const message = messageOf(error) ?? 'no message';
  const details = list.slice(0, maxDetails).flatMap((item: unknown) => {
    const text = isObject(item) ? messageOf(item) : undefined;
    if (!isObject(item) || text === undefined || (text === message && item.code === error.code)) return [];
    return [{ ...codeOf(item), message: text, ...targetOf(item) }];
  });
  return { ...codeOf(error), message, ...targetOf(error), ...(details.length > 0 && { details }) };
}

function messageOf(error: Json): string | undefined {
  const message = isObject(error.message) ? error.message.value : error.message;
  return typeof message === 'string' && message !== '' ? short(message) : undefined;
}

function codeOf(error: Json): { code?: string } {
  return typeof error.code === 'string' || typeof error.code === 'number' ? { code: short(String(error.code)) } : {};
}

function targetOf(error: Json): { target?: string } {
  const given = error.target ?? error.propertyref;
  // SAP marks targets of messages that are not kept; the mark is no part of the path.
  const target = typeof given === 'string' ? short(given.replace(/^\/?#TRANSIENT#\/?/, '')) : '';
  return target === '' ? {} : { target };
}

function fromXml(body: string, contentType: string): ODataErrorBody | undefined {
  if (!/xml/i.test(contentType) && !body.trimStart().startsWith('<?xml')) return undefined;
  const message = element(body, 'message');
  const code = element(body, 'code');
  return message === undefined ? undefined : { ...(code !== undefined && { code }), message };
}

function element(body: string, name: string): string | undefined {
  const open = new RegExp(`<(?:\\w{1,20}:)?${name}(?:\\s[^<>]{0,200})?>([^<]{0,4000})<`, 'i').exec(
    body.slice(0, 200_000),
  );
  const found = open?.[1] === undefined ? '' : short(open[1]);
  return found === '' ? undefined : found;
}

/** The visible text of HTML or plain text, for people. */
export function readableText(body: string): string {
  const cut = body.slice(0, 20_000);
  const visible = cut.replace(/<(script|style)\b[^>]*>[\s\S]{0,4000}?<\/\1>/gi, ' ').replace(/<[^<>]{0,2000}>/g, ' ');
  const text = short(visible);
  return text === '' ? 'The answer has no text.' : text;
}

function short(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
  const line = text
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > maxText ? `${line.slice(0, maxText)}…` : line;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
