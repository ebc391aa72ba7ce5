import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
const bannedNames = /^(utils?|helpers?|manager|common|types|misc)(\.test)?\.ts$/;
const maxLines = 500;

interface SourceFile {
  path: string;
  room: string;
  text: string;
  isTest: boolean;
}

/** Test files, and what only tests can use because it asserts with the test runner. */
function belongsToTests(name: string, text: string): boolean {
  return name.endsWith('.test.ts') || /from 'vitest'/.test(text);
}

const files: SourceFile[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => {
    const text = readFileSync(join(src, name), 'utf8');
    const room = name.includes(sep) ? (name.split(sep)[0] ?? '') : name;
    return { path: name.split(sep).join('/'), room, text, isTest: belongsToTests(name, text) };
  });

const product = files.filter((file) => !file.isTest);

function block(name: string): string[] {
  const found = page.match(new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\`\`\``));
  if (!found?.[1]) throw new Error(`ARCHITECTURE.md has no block "${name}"`);
  return found[1].split('\n').filter((line) => line.trim() !== '');
}

function roomTable(): Map<string, Set<string>> {
  const names = new Set(block('rooms').map((line) => line.split(/\s+/)[0] ?? ''));
  const table = new Map<string, Set<string>>();
  for (const line of block('rooms')) {
    const [room = '', ...words] = line.split(/\s+/);
    const allowed = new Set<string>();
    for (const word of words) {
      if (!names.has(word)) break;
      allowed.add(word);
    }
    table.set(room, allowed);
  }
  return table;
}

function libraryTable(): Map<string, Set<string>> {
  const table = new Map<string, Set<string>>();
  const rooms = new Set(roomTable().keys());
  for (const line of block('libraries')) {
    const words = line.split(/\s+/);
    const owners = new Set(words.filter((word) => rooms.has(word)));
    for (const word of words) if (!rooms.has(word)) table.set(word, owners);
  }
  return table;
}

function importsOf(file: SourceFile): string[] {
  const pattern = /^(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;
  return [...file.text.matchAll(pattern)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '');
}

function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

describe('the house', () => {
  it('has only rooms that stand in the table, and only index.ts outside of them', () => {
    const known = new Set(roomTable().keys());
    expect(files.filter((file) => !known.has(file.room)).map((file) => file.path)).toEqual([]);
  });

  it('imports other rooms only as the table allows, and only by their index.ts', () => {
    const table = roomTable();
    const wrong: string[] = [];
    for (const file of product) {
      for (const specifier of importsOf(file)) {
        if (!specifier.startsWith('.') || specifier === '../../package.json') continue;
        const target = relative(src, resolve(dirname(join(src, file.path)), specifier)).split(sep);
        const room = target.length > 1 ? (target[0] ?? '') : target.join('/');
        if (room === file.room) continue;
        if (!table.get(file.room)?.has(room)) wrong.push(`${file.path} must not import from ${room}`);
        else if (target.length !== 2 || target[1] !== 'index.ts')
          wrong.push(`${file.path} enters ${room} by ${specifier} and not by its index.ts`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('uses each library only in the rooms that own it', () => {
    const table = libraryTable();
    const wrong: string[] = [];
    for (const file of product) {
      for (const specifier of importsOf(file)) {
        if (specifier.startsWith('.') || specifier.startsWith('node:')) continue;
        const owners = table.get(packageName(specifier));
        if (!owners) wrong.push(`${file.path}: ${specifier} stands in no line of the library table`);
        else if (!owners.has(file.room)) wrong.push(`${file.path}: ${specifier} belongs to ${[...owners].join(', ')}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('lists what it exports by name', () => {
    expect(product.filter((file) => /^export \*/m.test(file.text)).map((file) => file.path)).toEqual([]);
  });

  it('has no file past 500 lines and no file with a name that says nothing', () => {
    const long = files.filter((file) => file.text.split('\n').length > maxLines + 1).map((file) => file.path);
    const nameless = files.filter((file) => bannedNames.test(file.path.split('/').at(-1) ?? ''));
    expect({ long, nameless: nameless.map((file) => file.path) }).toEqual({ long: [], nameless: [] });
  });

  it('keeps base small', () => {
    const base = product.filter((file) => file.room === 'base' && !file.path.endsWith('index.ts'));
    expect(base.length, 'a fifth file in base needs a decision in docs/decisions').toBeLessThanOrEqual(4);
  });
});

describe('the workbench', () => {
  const web = join(root, 'web/src');
  const shared = new Set(['app', 'api', 'ui']);
  const pages = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ path: name.split(sep).join('/'), text: readFileSync(join(web, name), 'utf8') }));
  const statements = pages.flatMap(({ path, text }) =>
    [
      ...text.matchAll(/^(?:import|export)\b[^'"`;]*?\bfrom\s*'[^']+'|^import\s+'[^']+'|\bimport\(\s*'[^']+'\s*\)/gm),
    ].map(([statement]) => ({ path, statement, specifier: /'([^']+)'/.exec(statement)?.[1] ?? '' })),
  );

  it('takes nothing but types from the program, and only from the server', () => {
    const outward = statements.filter(
      ({ specifier }) => /^(\.\.\/)+src\//.test(specifier) || /^groundrail/.test(specifier),
    );
    expect(outward.length).toBeGreaterThan(0);
    for (const { path, statement, specifier } of outward) {
      expect(specifier, path).toMatch(/^(\.\.\/)+src\/server\/index\.ts$/);
      expect(statement, path).toMatch(/^(import|export) type /);
    }
  });

  it('has screens that know what is shared and not each other; only the shell enters them', () => {
    const wrong = statements.flatMap(({ path, specifier }) => {
      if (!specifier.startsWith('.')) return [];
      const target = relative(web, resolve(dirname(join(web, path)), specifier))
        .split(sep)
        .join('/');
      const [from = '', to = ''] = [path, target].map((one) => one.split('/')[0]);
      const isFine = from === to || shared.has(to) || target.startsWith('../') || path === 'app/shell.tsx';
      return isFine ? [] : [`${path} imports ${target}`];
    });
    expect(wrong).toEqual([]);
  });

  it('uses the packages of its own list, which are all only for building', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'web/package.json'), 'utf8')) as Record<string, object>;
    expect(manifest.dependencies).toBeUndefined();
    const known = new Set(Object.keys(manifest.devDependencies ?? {}));
    const used = new Set(
      statements
        .map(({ specifier }) => specifier)
        .filter((one) => !/^[./]/.test(one))
        .map(packageName),
    );
    expect([...used].filter((one) => !known.has(one))).toEqual([]);
  });

  it('has no file past 500 lines and no file with a name that says nothing', () => {
    const nameless = /^(utils?|helpers?|manager|common|types|misc)\.tsx?$/;
    const wrong = pages.filter(
      ({ path, text }) => text.split('\n').length > maxLines + 1 || nameless.test(path.split('/').at(-1) ?? ''),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
