import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createProgram } from '../src/cli/program.ts';

const root = resolve(import.meta.dirname, '..');
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

interface Block {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

const blocks = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, language = '', text = '']): Block => ({ page, language, text }),
  ),
);
const ofLanguage = (language: string): Block[] => blocks.filter((block) => block.language === language);

describe('what the pages show', () => {
  it('is JSON where it says so', () => {
    expect(ofLanguage('json').length).toBeGreaterThan(5);
    for (const { page, text } of ofLanguage('json')) expect(() => JSON.parse(text), `${page}:\n${text}`).not.toThrow();
  });

  it('is YAML where it says so', () => {
    expect(ofLanguage('yaml').length).toBeGreaterThan(5);
    for (const { page, text } of ofLanguage('yaml'))
      expect(
        parseAllDocuments(text).flatMap(({ errors }) => errors),
        `${page}:\n${text}`,
      ).toEqual([]);
  });

  it('names commands and options that exist', () => {
    const lines = pages.flatMap((page) => commandsIn(page).map((line) => [page, line] as const));
    expect(lines.length).toBeGreaterThan(60);
    const problems = lines.flatMap(([page, line]) => {
      const problem = problemOf(line);
      return problem === undefined ? [] : [`${page}: ${line}: ${problem}`];
    });
    expect(problems).toEqual([]);
  });

  it('starts this program in the configurations of MCP clients', () => {
    const servers = ofLanguage('json')
      .map(
        ({ text }) =>
          JSON.parse(text) as Record<string, Record<string, { command?: string; args?: string[]; url?: string }>>,
      )
      .flatMap(({ mcpServers, servers: named }) => Object.values(mcpServers ?? named ?? {}));
    expect(servers.length).toBeGreaterThanOrEqual(5);
    for (const { command, args, url } of servers) {
      if (url === undefined) {
        expect(command).toBe('npx');
        expect(problemOf(args?.join(' ') ?? '')).toBeUndefined();
      } else expect(new URL(url).pathname).toBe('/mcp');
    }
  });

  it('leads to files and headings that are there', () => {
    const broken = pages.flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8').replace(/```[\s\S]*?```/g, '');
      return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
        if (/^[a-z]+:/.test(target)) return [];
        const [path = '', heading] = target.split('#');
        const file = path === '' ? join(root, page) : resolve(root, dirname(page), path);
        if (!existsSync(file)) return [`${page}: ${target}`];
        if (heading === undefined) return [];
        return headingsOf(file).includes(heading) ? [] : [`${page}: ${target} in ${relative(root, file)}`];
      });
    });
    expect(broken).toEqual([]);
  });
});

describe('the image and the compose file', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

  it('start a command that exists, as a user without rights', () => {
    const [, words = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    expect(problemOf(`groundrail ${(JSON.parse(words) as string[]).join(' ')}`)).toBeUndefined();
    expect(dockerfile).toMatch(/^USER node$/m);
  });

  it('copy only what is there and let through', () => {
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    expect(copied.length).toBeGreaterThan(10);
    for (const name of copied) {
      expect(existsSync(join(root, name)), name).toBe(true);
      expect(ignored, name).toContain(`!${name.split('/')[0]}`);
    }
  });

  it('give both services what they need', () => {
    const { services } = parse(readFileSync(join(root, 'compose.yaml'), 'utf8')) as {
      services: Record<string, { ports?: string[]; environment?: Record<string, string>; read_only?: boolean }>;
    };
    expect(Object.keys(services)).toEqual(['groundrail', 'postgres']);
    expect(services.groundrail?.ports).toEqual(['127.0.0.1:7878:7878']);
    expect(services.groundrail?.environment?.GROUNDRAIL_STORE).toMatch(
      /^postgres:\/\/groundrail:.*@postgres\/groundrail$/,
    );
  });
});

/** Lines that begin with the program's name: in shell blocks, and as code in a sentence or a table. */
function commandsIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const inBlocks = blocks
    .filter((block) => block.page === page && (block.language === 'sh' || block.language === ''))
    .flatMap((block) => block.text.split('\n'));
  const inline = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`(groundrail [^`]+)`/g)].map(
    ([, code = '']) => code,
  );
  return [...inBlocks, ...inline].map((line) => line.trim()).filter((line) => line.startsWith('groundrail '));
}

/** Why a line cannot be meant for this program; its arguments are not looked at. */
function problemOf(line: string): string | undefined {
  const words = line
    .replace(/\s#.*$|\s{3,}.*$/, '')
    .replace(/"[^"]*"/g, '…')
    .replaceAll('\\|', ' ')
    .split(/[\s|]+/)
    .slice(1);
  let command: Command = createProgram();
  while (words[0] !== undefined) {
    const next = command.commands.find((one) => one.name() === words[0]);
    if (next === undefined) break;
    command = next;
    words.shift();
  }
  if (command.parent === null) return `there is no command ${words[0] ?? ''}`;
  const known = command.options.flatMap(({ long, short }) => [long, short]);
  const strange = words
    .filter((word) => /^--?[a-z]/.test(word))
    .find((word) => !known.includes(word) && word !== '--help');
  return strange === undefined ? undefined : `${command.name()} has no option ${strange}`;
}

/** Anchors of a page's headings, as they are made from their words. */
function headingsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
