import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { indexLandscape } from './index-landscape.ts';

const demo = resolve(import.meta.dirname, '../../landscapes/demo');

it('makes nothing on the disk where there is no landscape or no such embedder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundrail-none-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await expect(indexLandscape(folder)).rejects.toMatchObject({ code: 'landscape-missing' });
  await expect(indexLandscape(join(folder, 'absent'))).rejects.toMatchObject({ code: 'path-unreadable' });
  const store = join(folder, 'new', 'index.db');
  await expect(indexLandscape(demo, { store, embedder: 'magic' })).rejects.toMatchObject({
    code: 'model-unavailable',
  });
  for (const made of ['.groundrail', 'absent', 'new']) expect(existsSync(join(folder, made))).toBe(false);
});
