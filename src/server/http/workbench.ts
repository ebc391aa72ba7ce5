import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { entityTag, matchesTag } from './entity-tag.ts';
import type { ServerEnvironment } from './guard.ts';

/** Addresses of the workbench's screens; each gives the same page, whose script reads the address. */
const screens = [
  '/',
  '/search',
  '/sets/*',
  '/processes',
  '/processes/*',
  '/graph',
  '/runs',
  '/runs/*',
  '/landscape',
] as const;

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

const notBuilt = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Groundrail</title><link rel="stylesheet" href="/docs/style.css"></head>
<body><main><h1>Groundrail</h1><p>The workbench is not built here; run <code>npm run build</code> and start the server again.</p>
<p>The <a href="/docs">HTTP API</a> is at work.</p></main></body></html>`;

interface WebFile {
  readonly bytes: Buffer;
  readonly packed: Buffer | undefined;
  readonly type: string;
  readonly tag: string;
  /** Named after its content, so that it never changes. */
  readonly isHashed: boolean;
}

/** Folder of the built workbench in this package. */
function builtWorkbench(): string {
  return join(dirname(createRequire(import.meta.url).resolve('groundrail/package.json')), 'dist', 'web');
}

/**
 * Serves the built workbench: its page under the address of every screen, its files under their names. The files are read once, when
 * first asked for, and an address only selects among them, so that none leads anywhere else.
 */
export function workbenchRoutes(app: Hono<ServerEnvironment>, folder = builtWorkbench()): void {
  let read: ReadonlyMap<string, WebFile> | undefined;
  const files = (): ReadonlyMap<string, WebFile> => {
    read ??= readFiles(folder);
    return read;
  };
  for (const screen of screens) {
    app.get(screen, (context) => {
      context.set('route', screen);
      const page = files().get('/index.html');
      return page === undefined ? context.html(notBuilt) : send(context, page);
    });
  }
  for (const address of ['/assets/*', '/theme.js', '/icon.svg']) {
    app.get(address, (context, next) => {
      context.set('route', address);
      const file = files().get(context.req.path);
      return file === undefined ? next() : Promise.resolve(send(context, file));
    });
  }
}

function send(context: Context<ServerEnvironment>, { bytes, packed, type, tag, isHashed }: WebFile): Response {
  const { headers: asked } = context.req.raw;
  const headers = {
    etag: tag,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'Accept-Encoding',
  };
  if (matchesTag(asked.get('if-none-match'), tag)) return context.body(null, 304, headers);
  const isPacked =
    packed !== undefined && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(asked.get('accept-encoding') ?? '');
  const body = new Uint8Array(isPacked ? packed : bytes);
  const encoding: Record<string, string> = isPacked ? { 'content-encoding': 'gzip' } : {};
  return context.body(body, 200, { ...headers, ...encoding, 'content-type': type });
}

function readFiles(folder: string): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>();
  if (!existsSync(join(folder, 'index.html'))) return files;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = mediaTypes[extname(name)];
    if (type === undefined) continue;
    const bytes = readFileSync(join(folder, name));
    const isText = /^text\/|svg/.test(type);
    const path = `/${name.split(sep).join('/')}`;
    files.set(path, {
      bytes,
      packed: isText ? gzipSync(bytes, { level: 9 }) : undefined,
      type,
      tag: entityTag(bytes.toString('base64')),
      isHashed: path.startsWith('/assets/'),
    });
  }
  return files;
}
