import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** Runs something while opening a connection or a file fails; what was tried comes back with the result. */
export async function withoutNetwork<T>(run: () => Promise<T>): Promise<{ result: T; tried: string[] }> {
  const tried: string[] = [];
  const original = {
    fetch: globalThis.fetch,
    connect: net.Socket.prototype.connect,
    readFileSync: fs.readFileSync,
    readFile: fs.promises.readFile,
  };
  const refuse = (what: string) => (target: unknown) => {
    tried.push(`${what} ${typeof target === 'string' ? target : JSON.stringify(target)}`);
    throw new Error(`${what} is not allowed here`);
  };
  globalThis.fetch = refuse('fetch');
  net.Socket.prototype.connect = refuse('connect');
  fs.readFileSync = refuse('readFileSync');
  fs.promises.readFile = refuse('readFile');
  syncBuiltinESMExports();
  try {
    return { result: await run(), tried };
  } finally {
    globalThis.fetch = original.fetch;
    net.Socket.prototype.connect = original.connect;
    fs.readFileSync = original.readFileSync;
    fs.promises.readFile = original.readFile;
    syncBuiltinESMExports();
  }
}
