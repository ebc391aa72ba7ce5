/** What a scripted model calls next, from the results of its calls so far: enough to show where a real model decides. */
export function script(results: readonly string[]): { name: string; input: Record<string, unknown> } {
  const call = {
    service: 'TWC_PURCHASING_SRV',
    entitySet: 'PurReqSet',
    operation: 'create',
    payload: { Plant: 'TW01', Product: 'SDL-20', ReqQty: 200, DelivDate: '2026-09-14' },
  };
  const plan = /Plan ([\w-]+):/.exec(results.join('\n'))?.[1] ?? '';
  const steps = [
    { name: 'search', input: { query: 'ask for parts that are needed' } },
    { name: 'describe', input: { target: 'TWC_PURCHASING_SRV/PurReqSet' } },
    // A code that nobody gave and a name that does not exist: refused with what would be accepted, nothing is sent.
    { name: 'propose_call', input: { ...call, payload: { Plant: 'Tarnwood', Product: 'SDL-20', Quantity: 200 } } },
    { name: 'propose_call', input: call },
    { name: 'submit', input: { plan } },
  ];
  return steps[results.length] ?? { name: 'finish', input: { answer: '200 saddles SDL-20 were asked for.' } };
}
