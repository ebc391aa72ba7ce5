import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createProgram } from './program.ts';

afterEach(() => vi.restoreAllMocks());

async function script(shell: string): Promise<string> {
  let output = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  try {
    await createProgram().parseAsync(['node', 'groundrail', 'completion', shell]);
  } finally {
    vi.restoreAllMocks();
  }
  return output;
}

describe('completion', () => {
  it('completes commands, their subcommands and options in bash', async () => {
    const bash = await script('bash');
    const complete = (...words: string[]): string[] => {
      const list = ['groundrail', ...words].map((word) => `'${word}'`).join(' ');
      const test = `${bash}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length}; _groundrail; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { stdout, stderr, status } = spawnSync('bash', ['-c', test], { encoding: 'utf8' });
      expect([stderr, status]).toEqual(['', 0]);
      return stdout.trim().split('\n');
    };
    expect(complete('se')).toEqual(['search', 'serve']);
    expect(complete('token', '')).toEqual(expect.arrayContaining(['create', 'list', 'revoke']));
    expect(complete('serve', '--rate')).toEqual(['--rate-limit']);
    expect(complete('token', 'create', 'name', '--sc')).toEqual(['--scopes']);
    expect(complete('search', '--json', '--mo')).toEqual(['--mode']);
  });

  it('has every command for zsh and fish', async () => {
    const [zsh, fish] = [await script('zsh'), await script('fish')];
    for (const command of createProgram().commands) {
      expect(zsh).toContain(`'${command.name()}:`);
      expect(fish).toContain(`-a ${command.name()} -d`);
    }
    expect(spawnSync('bash', ['-n'], { input: zsh.replace(/local -a .*/, ''), encoding: 'utf8' }).stderr).toBe('');
    await expect(script('powershell')).rejects.toThrow(/bash, zsh, fish/);
  });
});
