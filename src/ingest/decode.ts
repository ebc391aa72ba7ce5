import type { Finding } from '../base/index.ts';

/** Larger documents are refused: the largest real metadata known is under 30 MB. */
export const maxDocumentBytes = 64 * 1024 * 1024;

const byteOrderMarks: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * The text of an XML document: byte order mark, then the encoding of the XML declaration, else UTF-8 (XML 1.0, appendix F).
 * A declared encoding that is unknown or contradicts the bytes gives a warning and the most likely text. The mark itself is left out.
 */
export function decodeXml(content: Uint8Array | string, path: string): { text: string; findings: Finding[] } {
  if (typeof content === 'string') return { text: content.replace(/^\uFEFF/, ''), findings: [] };
  const marked = decodeMarked(content, path);
  if (marked !== undefined) return marked;
  if (content[0] === 0x3c && content[1] === 0) return decodeAs(content, 'utf-16le', path);
  if (content[0] === 0 && content[1] === 0x3c) return decodeAs(content, 'utf-16be', path);
  const head = Buffer.from(content.subarray(0, 256)).toString('latin1');
  const declared = /<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  // A document whose declaration can be read byte by byte is not UTF-16, whatever it says.
  return decodeAs(content, /^utf-?16|^ucs-?2/i.test(declared) ? 'utf-8' : declared, path);
}

/** The text of a YAML file: by its byte order mark, else UTF-8; bytes that are not give a warning and the most likely text. */
export function decodeYaml(content: Uint8Array, path: string): { text: string; findings: Finding[] } {
  return decodeMarked(content, path) ?? decodeAs(content, 'utf-8', path);
}

function decodeMarked(content: Uint8Array, path: string): { text: string; findings: Finding[] } | undefined {
  for (const [mark, encoding] of byteOrderMarks) {
    if (mark.every((byte, index) => content[index] === byte))
      return decodeAs(content.subarray(mark.length), encoding, path);
  }
  return undefined;
}

function decodeAs(bytes: Uint8Array, encoding: string, path: string): { text: string; findings: Finding[] } {
  const decoder = decoderFor(encoding, true);
  if (decoder === undefined) {
    const text = new TextDecoder('utf-8').decode(bytes);
    return {
      text,
      findings: [warning(path, 1, `The encoding ${encoding} is not known.`, 'The file is read as UTF-8.')],
    };
  }
  try {
    return { text: decoder.decode(bytes), findings: [] };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const tolerant = new TextDecoder(encoding).decode(bytes);
    const line = tolerant.slice(0, tolerant.indexOf('\uFFFD')).split('\n').length;
    const text = new TextDecoder('windows-1252').decode(bytes);
    return {
      text,
      findings: [warning(path, line, `The file holds bytes that are not ${encoding}.`, 'It is read as Windows-1252.')],
    };
  }
}

function decoderFor(encoding: string, fatal: boolean): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(encoding, { fatal });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function warning(path: string, line: number, message: string, effect: string): Finding {
  return { rule: 'encoding', severity: 'warning', path, line, message, effect };
}
