import pc from 'picocolors';
import { afterEach, expect, it, vi } from 'vitest';
import { findingLine, plain, printJson, printLine, printProblem } from './terminal.ts';

/** Escapes of seven and of eight bits, one that is a style of this program, and a mark that turns the direction of writing. */
const hostile = 'a\u001b[2J\u009b31m\u001b]0;title\u0007\u001b[31mb\u202ec\u007f\r\u0000';
const steering = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

function written(stream: NodeJS.WriteStream, write: () => void): string {
  const spy = vi.spyOn(stream, 'write').mockReturnValue(true);
  write();
  const text = spy.mock.calls.map(([chunk]) => String(chunk)).join('');
  spy.mockRestore();
  return text;
}

const support = pc.isColorSupported;
afterEach(() => {
  pc.isColorSupported = support;
});

it('lets no escape reach the terminal where there are no colours', () => {
  pc.isColorSupported = false;
  expect(written(process.stdout, () => printLine(hostile))).not.toMatch(steering);
  expect(written(process.stderr, () => printProblem(hostile))).not.toMatch(steering);
  expect(plain(`x\n${hostile}`)).not.toMatch(/\n/);
  expect(plain(hostile)).not.toMatch(steering);
});

it('keeps the styles of this program and nothing else where there are colours', () => {
  pc.isColorSupported = true;
  const { bold, red } = pc.createColors(true);
  expect(written(process.stdout, () => printLine(bold(red('text'))))).toBe(`${bold(red('text'))}\n`);
  const line = written(process.stdout, () => printLine(`${bold('x')}\u001b[2J\u001b[8m\u001b[38;5;1m${hostile}`));
  const styles = `${bold('|')}|${red('|')}`.split('|');
  expect(styles.reduce((text, style) => text.replaceAll(style, ''), line)).not.toMatch(steering);
});

it('writes JSON that steers nothing and means the same', () => {
  const value = { [hostile]: hostile, text: 'ü\n\t' };
  const text = written(process.stdout, () => printJson(value));
  expect(text).not.toMatch(steering);
  expect(JSON.parse(text)).toEqual(value);
});

it('keeps a finding on one line, its path included', () => {
  const finding = { rule: 'r', severity: 'error', path: `p\n${hostile}`, message: 'm\nn', effect: 'e\nf' } as const;
  expect(findingLine(finding)).not.toMatch(/\n/);
});
