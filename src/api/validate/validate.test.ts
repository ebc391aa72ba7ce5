import { describe, expect, it } from 'vitest';
import type { ApiCall } from '../call.ts';
import { sampleLandscape } from '../sample-landscape.ts';
import { readCall } from './read-call.ts';
import { validate } from './validate.ts';

const graph = sampleLandscape();

describe('validate', () => {
  it('answers all that is wrong at once, errors first, without doubles', () => {
    const call: ApiCall = {
      service: 'ORDER_SRV',
      entitySet: 'Orders',
      operation: 'create',
      payload: { Knid: 'NB', Region: '09', Note: 'x'.repeat(41), Discount: 1.2345 },
    };
    const findings = validate(call, { graph });
    expect(findings.map(({ severity, rule, path }) => `${severity} ${rule} ${path}`)).toEqual([
      'error missing-required /payload/Kind',
      'error missing-required /payload/Supplier',
      'error unknown-property /payload/Knid',
      'error facet-exceeded /payload/Note',
      'error facet-exceeded /payload/Discount',
      'warning dependent-value /payload/Region',
    ]);
  });

  it('tells a hundred findings at most, how many there are besides, and forgets no error', () => {
    const told = (unknown: number, discount = 1): string[] => {
      const payload = { Kind: 'NB', Supplier: '1', Discount: discount };
      const names = Object.fromEntries(Array.from({ length: unknown }, (_, index) => [`Name${index}`, 1]));
      const call: ApiCall = { service: 'ORDER_SRV', entitySet: 'Orders', operation: 'create', payload };
      const findings = validate({ ...call, payload: { ...payload, ...names } }, { graph });
      const last = findings.at(-1);
      return [String(findings.length), last?.severity ?? '', last?.message ?? ''];
    };
    expect(told(100).slice(0, 2)).toEqual(['100', 'error']);
    const more = 'findings are not told; repair these first and check the call again.';
    expect(told(250, 1.2345)).toEqual(['101', 'error', `151 more ${more}`]);
    expect(told(50_000)).toEqual(['101', 'error', `At least 4900 more ${more}`]);
    const warned: ApiCall = {
      operation: 'batch',
      calls: Array.from({ length: 300 }, () => ({
        service: 'ORDER_SRV',
        entitySet: 'Orders',
        operation: 'create',
        payload: { Kind: 'NB', Supplier: '1', Region: '09' },
      })),
    };
    expect(validate(warned, { graph }).at(-1)).toMatchObject({ rule: 'more-findings', severity: 'warning' });
    const wrong = { service: 'ORDER_SRV', entitySet: 'Orders', operation: 'create', payload: {} };
    const late = validate({ ...warned, calls: [...warned.calls, wrong] }, { graph });
    expect(late[0]).toMatchObject({ severity: 'error', path: '/calls/300/payload/Kind' });
  });

  it.each([[1n], [Symbol('s')], [() => 1]])('refuses %s, which JSON cannot hold, with its place', (value) => {
    const call = {
      service: 'ORDER_SRV',
      entitySet: 'Orders',
      operation: 'create',
      payload: { 'a/b': [{ Kind: value }] },
    };
    expect(readCall(call)).toMatchObject({ findings: [{ rule: 'call-shape', path: '/payload/a~1b/0/Kind' }] });
  });

  it('says nothing more where the service is unknown', () => {
    const call: ApiCall = { service: 'X', entitySet: 'Y', operation: 'create', payload: { a: 1 } };
    expect(validate(call, { graph }).map(({ rule }) => rule)).toEqual(['unknown-service']);
  });

  it('points into the calls of a batch and hands its case on', () => {
    const order: ApiCall = {
      service: 'ORDER_SRV',
      entitySet: 'Orders',
      operation: 'create',
      payload: { Kind: 'NB', Supplier: '1' },
    };
    const batch: ApiCall = {
      operation: 'batch',
      caseId: 'c',
      calls: [order, { ...order, payload: { Kind: 'XX', Supplier: '1' } }],
    };
    const findings = validate(batch, { graph, caseState: { done: [] } });
    expect(findings.map(({ rule, path }) => `${rule} ${path}`)).toEqual([
      'invalid-code /calls/1/payload/Kind',
      'out-of-order /calls/0/operation',
      'out-of-order /calls/1/operation',
    ]);
  });

  it('takes names that JavaScript objects inherit as what they are: unknown', () => {
    const payload = JSON.parse(
      '{ "Kind": "NB", "Supplier": "1", "__proto__": { "x": 1 }, "constructor": 1, "toString": 2 }',
    ) as Record<string, unknown>;
    const findings = validate({ service: 'ORDER_SRV', entitySet: 'Orders', operation: 'create', payload }, { graph });
    expect(findings.map(({ path }) => path)).toEqual([
      '/payload/__proto__',
      '/payload/constructor',
      '/payload/toString',
    ]);
  });

  it('escapes names in pointers', () => {
    const payload = { Kind: 'NB', Supplier: '1', 'a/b~c': 1 };
    const [finding] = validate({ service: 'ORDER_SRV', entitySet: 'Orders', operation: 'create', payload }, { graph });
    expect(finding?.path).toBe('/payload/a~1b~0c');
  });
});

describe('readCall', () => {
  it('reads a call and a batch', () => {
    expect(readCall({ service: 'S', entitySet: 'E', operation: 'read' })).toHaveProperty('call.service', 'S');
    expect(readCall({ operation: 'batch', calls: [{ service: 'S', operation: 'read' }] })).toHaveProperty('call.calls');
  });

  it('leads other names to those of a call', () => {
    const read = readCall({ service: 'S', entitySet: 'E', operation: 'create', body: { a: 1 } });
    expect(read).toMatchObject({
      findings: [
        {
          rule: 'call-shape',
          path: '/body',
          suggestion: 'payload',
          repair: [{ op: 'move', from: '/body', path: '/payload' }],
        },
      ],
    });
  });

  it('reports unknown query options under their own rule', () => {
    const read = readCall({ service: 'S', entitySet: 'E', operation: 'read', query: { $top: 3 } });
    expect(read).toMatchObject({
      findings: [{ rule: 'unknown-query-option', path: '/query/$top', suggestion: 'top' }],
    });
  });

  it.each([
    [null, 'JSON object'],
    [[], 'JSON object'],
    ['x', 'JSON object'],
    [{ entitySet: 'E', operation: 'read' }, '"service" is missing'],
    [{ service: 'S', operation: 'read', query: { top: -1 } }, '"query.top"'],
    [{ operation: 'batch', calls: [] }, '"calls"'],
    [{ operation: 'batch', calls: [{ operation: 'batch', calls: [] }] }, '"calls.0.service" is missing'],
  ])('refuses %j', (input, sentence) => {
    const read = readCall(input);
    expect('findings' in read ? read.findings.map(({ message }) => message).join(' ') : '').toContain(sentence);
  });

  it('refuses endless nesting without exhausting the stack', () => {
    let payload: Record<string, unknown> = {};
    for (let depth = 0; depth < 200_000; depth++) payload = { a: payload };
    const read = readCall({ service: 'S', operation: 'create', payload });
    expect(read).toMatchObject({ findings: [{ rule: 'call-shape' }] });
  });
});
