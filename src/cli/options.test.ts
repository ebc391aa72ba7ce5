import { expect, it } from 'vitest';
import { httpAddress, isoTime } from './options.ts';

it('takes addresses of http and https, and blames the option for anything else', () => {
  const target = httpAddress('--target');
  expect(target('http://127.0.0.1:4004')).toBe('http://127.0.0.1:4004');
  for (const bad of ['localhost', 'localhost:4004', 'ftp://host', ''])
    expect(() => target(bad)).toThrow(`--target takes an address such as http://127.0.0.1:4004, not "${bad}".`);
});

it('takes times in ISO 8601 as UTC, and blames the option for anything else', () => {
  const since = isoTime('--since');
  expect(since('2026-01-31')).toBe('2026-01-31T00:00:00.000Z');
  expect(since('2026-01-31T08:30:00')).toBe('2026-01-31T08:30:00.000Z');
  expect(since('2026-01-31T08:30:00+02:00')).toBe('2026-01-31T06:30:00.000Z');
  for (const bad of ['yesterday', '2026', '31.01.2026', '2026-13-01', '2026-01-31T99:00'])
    expect(() => since(bad)).toThrow('--since takes a time in ISO 8601');
});
