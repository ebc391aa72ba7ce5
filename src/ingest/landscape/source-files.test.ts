import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from './folder.fixture.ts';
import { readSource, SourceFiles } from './source-files.ts';

async function found(folder: string, pattern: string): Promise<string[]> {
  return (await new SourceFiles(folder).find(pattern)).files.map(({ path }) => path);
}

describe('SourceFiles', () => {
  it.each<[string, string[]]>([
    ['a/*.bpmn', ['a/one.bpmn', 'a/two.bpmn']],
    ['**/*.bpmn', ['a/b/deep.bpmn', 'a/one.bpmn', 'a/two.bpmn', 'top.bpmn']],
    ['./a/?ne.bpmn', ['a/one.bpmn']],
    ['a/{one,two}.bpmn', ['a/one.bpmn', 'a/two.bpmn']],
    ['a/[ot]*.bpmn', ['a/one.bpmn', 'a/two.bpmn']],
    ['**', ['a/b/deep.bpmn', 'a/notes[1].txt', 'a/one.bpmn', 'a/two.bpmn', 'top.bpmn']],
    ['a/*', ['a/notes[1].txt', 'a/one.bpmn', 'a/two.bpmn']],
    ['top.bpmn', ['top.bpmn']],
    ['a/notes[1].txt', ['a/notes[1].txt']],
    ['a/+.bpmn', []],
  ])('finds %s', async (pattern, expected) => {
    const names = [
      'a/one.bpmn',
      'a/two.bpmn',
      'a/b/deep.bpmn',
      'top.bpmn',
      'a/notes[1].txt',
      '.hidden/x.bpmn',
      'node_modules/y.bpmn',
    ];
    expect(await found(await folderWith(Object.fromEntries(names.map((name) => [name, '']))), pattern)).toEqual(
      expected,
    );
  });

  it('lets a plain path leave the folder, but no glob', async () => {
    const folder = await folderWith({ 'outside.xml': '', 'in/inside.xml': '' });
    const files = new SourceFiles(join(folder, 'in'));
    expect((await files.find('../outside.xml')).files).toHaveLength(1);
    for (const glob of ['../*.xml', 'x/../../*.xml', join(folder, '*.xml')]) {
      const { files: matching, problems } = await files.find(glob);
      expect(matching).toEqual([]);
      expect(problems[0]).toMatch(/leads out of the landscape/);
    }
  });

  it('follows symbolic links only inside', async () => {
    const folder = await folderWith({ 'secret.bpmn': '', 'in/real.bpmn': '' });
    const inside = join(folder, 'in');
    await symlink(join(folder, 'secret.bpmn'), join(inside, 'out.bpmn'));
    await symlink(join(inside, 'real.bpmn'), join(inside, 'link.bpmn'));
    await symlink(folder, join(inside, 'up'));
    await symlink(join(inside, 'loop.bpmn'), join(inside, 'loop.bpmn'));
    await symlink(join(inside, 'nowhere'), join(inside, 'broken.bpmn'));
    const { files, problems } = await new SourceFiles(inside).find('**/*.bpmn');
    expect(files.map(({ path }) => path)).toEqual(['link.bpmn', 'real.bpmn']);
    expect(problems).toEqual([
      'broken.bpmn cannot be read: there is no such file.',
      'loop.bpmn cannot be read: its symbolic links go in a circle.',
      'out.bpmn is a symbolic link that leads out of the landscape; it is left out.',
    ]);
    const plain = await new SourceFiles(inside).find('out.bpmn');
    expect(plain.problems).toEqual([
      'out.bpmn is a symbolic link that leads out of the landscape; write the real path instead.',
    ]);
  });

  it('says in one sentence what is wrong with a path', async () => {
    const folder = await folderWith({ 'a/x': '' });
    const problems = async (pattern: string) => (await new SourceFiles(folder).find(pattern)).problems;
    expect(await problems('gone.xml')).toEqual(['gone.xml cannot be read: there is no such file.']);
    expect(await problems('a')).toEqual(['a is no file.']);
    expect(await problems('a/x/y')).toEqual(['a/x/y cannot be read: a part of the path is no folder.']);
    expect(await problems('*.xml')).toEqual(['The glob *.xml matches no file.']);
    expect((await problems('*a'.repeat(50)))[0]).toMatch(/too long or has more than 8 stars/);
    await mkdir(join(folder, 'dir.xml'));
    expect(await problems('*.xml')).toEqual(['The glob *.xml matches no file.']);
  });
});

describe('readSource', () => {
  it('reads a file, and says why not', async () => {
    const folder = await folderWith({ a: 'x' });
    expect(await readSource({ path: 'a', absolute: join(folder, 'a') })).toEqual({ content: Buffer.from('x') });
    expect(await readSource({ path: 'b', absolute: join(folder, 'b') })).toEqual({
      problem: 'The file cannot be read: there is no such file.',
    });
  });

  it('does not read a file of 200 MB', async () => {
    const folder = await folderWith({});
    await writeFile(join(folder, 'big'), Buffer.alloc(200 * 1024 * 1024));
    expect(await readSource({ path: 'big', absolute: join(folder, 'big') })).toEqual({
      problem: 'The file has 200 MB; files over 64 MB are not read.',
    });
  });
});
