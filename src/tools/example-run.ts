import type { Condition } from './condition.ts';

/**
 * A short run of another landscape, told with the tools of a condition: small models understand an order and the shape of calls from an
 * example better than from rules.
 */
export function exampleRun({ retrieval, valueHelp }: Condition): string {
  const codes = valueHelp ? ', WishKind String(1) = A as a gift | B for oneself' : ', WishKind String(1)';
  const kind = valueHelp ? ', "WishKind": "A"' : '';
  const lookUp =
    retrieval === 'chunks'
      ? [
          call('search', '"query": "record what a customer wishes"'),
          'Service SHOP, EntitySet Wishes: Wish. Properties: …',
        ]
      : [
          call('search', '"query": "record what a customer wishes"'),
          '1. Wish: SHOP/Wishes (EntitySet)',
          call('describe', '"target": "SHOP/Wishes"'),
          `Properties: Wish String(8) (assigned), Customer String(4), Lamp String(4), Pieces Int32${codes}`,
        ];
  return [
    'Example. Task: Customer 77 wants two lamps L1 as a gift, note this.',
    ...lookUp,
    call(
      'propose_call',
      `"service": "SHOP", "entitySet": "Wishes", "operation": "create", "payload": {"Customer": "77", "Lamp": "L1", "Pieces": 2${kind}}`,
    ),
    'Plan p1: nothing was sent yet, submit it.',
    call('submit', '"plan": "p1"'),
    'Done (201): create Wishes. {"Wish": "W9"}',
    call('finish', '"answer": "Wish W9 is noted.", "evidence": ["W9"], "notDone": []'),
    'End of the example.',
  ].join('\n');
}

function call(name: string, input: string): string {
  return `{"name": "${name}", "arguments": {${input}}}`;
}
