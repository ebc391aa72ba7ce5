import { expect, it } from 'vitest';
import type { Finding } from '../base/index.ts';
import { repair } from './repair.ts';

const error = (rule: string, path: string): Finding => ({ rule, severity: 'error', path, message: 'no' });
const call = { operation: 'create', key: { A: '1' }, payload: { X: '1', to_Item: [{ Y: '2' }] } };

it('takes away what is refused and puts nothing in its place', () => {
  expect(repair(call, [error('not-creatable', '/payload/X'), error('invalid-code', '/payload/to_Item/0/Y')])).toEqual({
    ...call,
    payload: { to_Item: [{}] },
  });
});

it('puts nothing where something is required that nobody said', () => {
  expect(repair(call, [error('missing-required', '/payload/Z'), error('not-creatable', '/payload/X')])).toBeUndefined();
});

it('gives up where taking away does not help', () => {
  expect(repair(call, [error('missing-key', '/key/B')])).toBeUndefined();
  expect(repair(call, [error('unknown-entity-set', '/entitySet')])).toBeUndefined();
  expect(repair(call, [{ ...error('out-of-order', '/payload/X'), severity: 'warning' }])).toBeUndefined();
});
