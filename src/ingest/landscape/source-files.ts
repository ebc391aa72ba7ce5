import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { maxDocumentBytes } from '../decode.ts';

const maxMatches = 10_000;
const maxEntries = 200_000;
const maxDepth = 64;

/** A file of a landscape: its place for people, relative to the landscape, and where it really lies. */
export interface SourceFile {
  readonly path: string;
  readonly absolute: string;
}

/** Something that a path or glob gave instead of a file: one sentence. */
export type Problem = string;

/** Finds the files of a landscape. Plain paths may lead out of its folder; globs and symbolic links may not. */
export class SourceFiles {
  readonly folder: string;

  /** `folder` is absolute. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** The files that a path or glob of landscape.yaml means, sorted by path. */
  async find(pattern: string): Promise<{ files: SourceFile[]; problems: Problem[] }> {
    const problem = await this.#check(pattern);
    // Brackets and braces may be part of a file's name.
    if (!isGlob(pattern) || problem === undefined) {
      return problem === undefined
        ? { files: [{ path: toSlashes(pattern), absolute: resolve(this.folder, pattern) }], problems: [] }
        : { files: [], problems: [problem] };
    }
    if (pattern.length > 200 || (pattern.match(/\*+/g)?.length ?? 0) > 8) {
      return { files: [], problems: [`The glob ${pattern.slice(0, 40)}… is too long or has more than 8 stars.`] };
    }
    const parts = toSlashes(pattern).split('/');
    if (isAbsolute(pattern) || parts.includes('..')) {
      return {
        files: [],
        problems: [`The glob ${pattern} leads out of the landscape; only a plain path may do that.`],
      };
    }
    return this.#glob(pattern, matcher(pattern));
  }

  async #check(path: string): Promise<Problem | undefined> {
    const absolute = resolve(this.folder, path);
    try {
      if (!(await stat(absolute)).isFile()) return `${path} is no file.`;
      const inside = isInside(absolute, this.folder);
      if (inside && !isInside(await realpath(absolute), await realpath(this.folder))) {
        return `${path} is a symbolic link that leads out of the landscape; write the real path instead.`;
      }
      return undefined;
    } catch (error) {
      return `${path} cannot be read: ${reason(error)}.`;
    }
  }

  async #glob(
    pattern: string,
    matches: (path: string) => boolean,
  ): Promise<{ files: SourceFile[]; problems: Problem[] }> {
    const files: SourceFile[] = [];
    const problems: Problem[] = [];
    const root = await realpath(this.folder);
    const hidden = pattern.split('/').some((part) => part.startsWith('.') && part !== '.');
    let seen = 0;
    const visit = async (folder: string, depth: number): Promise<void> => {
      const entries = await readdir(join(this.folder, folder), { withFileTypes: true });
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (++seen > maxEntries || files.length >= maxMatches) return;
        if (entry.name === 'node_modules' || (entry.name.startsWith('.') && !hidden)) continue;
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
          if (depth < maxDepth) await visit(path, depth + 1);
        } else if (matches(path)) {
          const absolute = join(this.folder, path);
          const problem = entry.isFile() ? undefined : await linkProblem(path, absolute, root);
          if (problem === undefined) files.push({ path, absolute });
          else problems.push(problem);
        }
      }
    };
    await visit('', 0);
    if (seen > maxEntries || files.length >= maxMatches) {
      problems.push(
        `The glob ${pattern} meets more than ${maxMatches} files or ${maxEntries} entries; the rest is left out.`,
      );
    }
    if (files.length === 0 && problems.length === 0) problems.push(`The glob ${pattern} matches no file.`);
    return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), problems };
  }
}

/** Reads a file of at most 64 MB, or says in one sentence why not. */
export async function readSource(file: SourceFile): Promise<{ content: Uint8Array } | { problem: Problem }> {
  try {
    const { size } = await stat(file.absolute);
    if (size > maxDocumentBytes) {
      return {
        problem: `The file has ${Math.ceil(size / 1024 / 1024)} MB; files over ${maxDocumentBytes / 1024 / 1024} MB are not read.`,
      };
    }
    return { content: await readFile(file.absolute) };
  } catch (error) {
    return { problem: `The file cannot be read: ${reason(error)}.` };
  }
}

/** True where a path of landscape.yaml is a glob. */
export function isGlob(pattern: string): boolean {
  return /[*?{}[\]]/.test(pattern);
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

async function linkProblem(path: string, absolute: string, root: string): Promise<Problem | undefined> {
  try {
    if ((await lstat(absolute)).isSymbolicLink() && !isInside(await realpath(absolute), root)) {
      return `${path} is a symbolic link that leads out of the landscape; it is left out.`;
    }
    return (await stat(absolute)).isFile() ? undefined : `${path} is no file.`;
  } catch (error) {
    return `${path} cannot be read: ${reason(error)}.`;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission is missing',
  ELOOP: 'its symbolic links go in a circle',
  ENOTDIR: 'a part of the path is no folder',
};

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return (code && reasons[code]) ?? code ?? String(error);
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

/** `*` and `?` stay within a name, `**` spans folders, `{a,b}` is a choice, `[ab]` one character. */
function matcher(pattern: string): (path: string) => boolean {
  const expression = new RegExp(`^${toExpression(toSlashes(pattern))}$`);
  return (path) => expression.test(path);
}

function toExpression(glob: string): string {
  return glob.replace(/\*\*\/|\*+|\?|\{[^{}]*\}|\[[\w-]+\]|[.+^$()|\\{}[\]]/g, (token) => {
    if (token === '**/') return '(?:[^/]+/)*';
    if (token === '*') return '[^/]*';
    if (token.startsWith('*')) return '.*';
    if (token === '?') return '[^/]';
    if (token.length === 1) return `\\${token}`;
    if (token.startsWith('[')) return `[${token.slice(1, -1).replace(/\\/g, '')}]`;
    return `(?:${token.slice(1, -1).split(',').map(toExpression).join('|')})`;
  });
}
