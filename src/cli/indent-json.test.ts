import { expect, it } from 'vitest';
import { indentJson } from './indent-json.ts';

it('indents and changes no token', () => {
  const text = '{"a":12345678901234567890,"b":["x, {y}: \\"z\\"",1.50],"c":{},"d":[ ],"e":null}';
  expect(indentJson(text)).toBe(`{
  "a": 12345678901234567890,
  "b": [
    "x, {y}: \\"z\\"",
    1.50
  ],
  "c": {},
  "d": [ ],
  "e": null
}`);
  expect(JSON.parse(indentJson(text))).toEqual(JSON.parse(text));
});

it('keeps what is no object or list, and what is cut short', () => {
  expect(indentJson('--batch_1\nPOST Orders')).toBe('--batch_1\nPOST Orders');
  expect(indentJson('{"a":"b')).toBe('{\n  "a": "b');
  expect(indentJson('}}')).toBe('}}');
});
