import { readFile } from 'node:fs/promises';

/** The text of a source file for counting: byte order mark or declared encoding, else UTF-8; empty where it cannot be read. */
export async function sourceText(absolute: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(absolute);
  } catch (error) {
    // The reading of the landscape has said so already; the count is then zero.
    if (error instanceof Error && 'code' in error) return '';
    throw error;
  }
  const declared = /^[^>]{0,200}encoding\s*=\s*["']([\w-]+)/.exec(bytes.toString('latin1', 0, 250))?.[1] ?? 'utf-8';
  const encoding =
    bytes[0] === 0xff || bytes[1] === 0 ? 'utf-16le' : bytes[0] === 0xfe || bytes[0] === 0 ? 'utf-16be' : declared;
  return bytes.length > 0 && isEncoding(encoding) ? new TextDecoder(encoding).decode(bytes) : bytes.toString('utf8');
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label) !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
