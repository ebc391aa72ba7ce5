import { readFile, stat } from 'node:fs/promises';
import { GroundrailError } from '../base/index.ts';

const maxBytes = 8 * 1024 * 1024;

/** Reads a call from a JSON file, or from standard input where the name is `-`. */
export async function readCallFile(path: string): Promise<unknown> {
  const text = path === '-' ? await readStandardInput() : await readBounded(path);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new GroundrailError(
      'usage',
      { problem: `${path} is no JSON: ${(error as Error).message}. A call is one JSON object, see docs/calls.md.` },
      { cause: error },
    );
  }
}

async function readBounded(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes)
      throw new GroundrailError('usage', { problem: `${path} has ${size} bytes; a call has at most ${maxBytes}.` });
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof GroundrailError) throw error;
    throw new GroundrailError(
      'path-unreadable',
      { path, reason: (error as NodeJS.ErrnoException).code ?? String(error) },
      { cause: error },
    );
  }
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += (chunk as Buffer).length;
    if (size > maxBytes)
      throw new GroundrailError('usage', { problem: `Standard input holds more than ${maxBytes} bytes.` });
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
