import { describe, expect, it } from 'vitest';
import { BoundedLines } from './bounded-lines.ts';
import { EventMemory } from './event-memory.ts';
import { readResourceAddress, resourceAddress } from './resource-address.ts';

async function pass(chunks: readonly (string | Buffer)[], limit = 100): Promise<{ lines: string; refused: number[] }> {
  const refused: number[] = [];
  const stream = new BoundedLines((code) => void refused.push(code), limit);
  let lines = '';
  stream.on('data', (chunk) => {
    lines += chunk;
  });
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await new Promise((resolve) => stream.once('end', resolve));
  return { lines, refused };
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

describe('the lines of a client', () => {
  it('pass whole, however they are cut', async () => {
    const text = `${ping}\n\r\n${ping.replace('ping', 'pïng')}\r\n`;
    for (const size of [1, 2, 7, 1000]) {
      const bytes = Buffer.from(text);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const { lines, refused } = await pass(chunks);
      expect(
        lines
          .trim()
          .split(/\r?\n/)
          .map((line) => JSON.parse(line).method),
      ).toEqual(['ping', 'pïng']);
      expect(refused).toEqual([]);
    }
  });

  it('are refused when they are too long, no JSON or no message, and the next one passes', async () => {
    const { lines, refused } = await pass([
      'x'.repeat(101),
      'y'.repeat(500),
      '\n',
      'z\n',
      '[]\n',
      'null\n',
      '{"jsonrpc":"1.0"}\n',
      `${ping}\n`,
    ]);
    expect(refused).toEqual([-32600, -32700, -32600, -32600, -32600]);
    expect(lines).toBe(`${ping}\n`);
  });
});

describe('the memory of a session', () => {
  it('replays what came after an event of the same stream, within bounds', async () => {
    const memory = new EventMemory();
    const message = (id: number) => ({ jsonrpc: '2.0', id, result: {} }) as const;
    const first = await memory.storeEvent('a', message(1));
    await memory.storeEvent('b', message(2));
    await memory.storeEvent('a', message(3));
    const replayed: unknown[] = [];
    const send = async (_: string, one: unknown) => void replayed.push(one);
    expect(await memory.replayEventsAfter(first, { send })).toBe('a');
    expect(replayed).toEqual([message(3)]);
    for (let index = 0; index < 300; index++) await memory.storeEvent('c', message(index));
    expect(await memory.getStreamIdForEventId(first)).toBeUndefined();
    const big = { jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(3_000_000) } } as const;
    const id = await memory.storeEvent('d', big);
    expect(await memory.getStreamIdForEventId(id)).toBeUndefined();
  });
});

describe('the address of a resource', () => {
  it('holds any id', () => {
    for (const id of ['SVC/Set', 'SVC#NS.Type/Prop', 'SVC/POST /a/{id}', 'ä?&=%', 'a b'])
      expect(readResourceAddress(resourceAddress('spec', id))).toEqual({ kind: 'spec', id });
    for (const address of ['groundrail://other/x', 'groundrail://spec/', 'http://spec/x', 'groundrail://spec/%zz', ''])
      expect(readResourceAddress(address)).toBeUndefined();
  });
});
