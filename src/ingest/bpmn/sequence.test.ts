import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flow, order, readElements } from './process.fixture.ts';

const task = (id: string) => `<bpmn:task id="${id}"/>`;
const gateway = (id: string, more = '') => `<bpmn:exclusiveGateway id="${id}" ${more}/>`;

describe('HAS_NEXT', () => {
  it('connects very many activities through one gateway', async () => {
    const ids = Array.from({ length: 400 }, (_, index) => `T${index}`);
    const flows = ids.flatMap((id) => [flow(`in${id}`, id, 'G'), flow(`out${id}`, 'G', id)]);
    const { graph } = await readElements([...ids.map(task), gateway('G'), ...flows].join(''));
    expect([...graph.edges('HAS_NEXT')].length).toBeGreaterThanOrEqual(400 * 400);
  });

  it('passes several gateways, joins their conditions and keeps each by its flow', async () => {
    const { graph, findings } = await readElements(
      [
        task('A'),
        task('B'),
        gateway('G'),
        gateway('H'),
        flow('f1', 'A', 'G', 'name="ignored"'),
        flow('f2', 'G', 'H', 'name="large"'),
        flow('f3', 'H', 'B', 'name="urgent"'),
      ].join(''),
    );
    expect([...graph.edges('HAS_NEXT')].map(({ attributes }) => attributes)).toEqual([
      {
        flows: ['f1', 'f2', 'f3'],
        via: ['p/G', 'p/H'],
        gateway: 'exclusiveGateway',
        condition: 'large and urgent',
        conditions: { f2: 'large', f3: 'urgent' },
        default: false,
      },
    ]);
    expect(findings).toEqual([]);
  });

  it('marks the default flow of an activity, and takes the name of a plain flow as its condition', async () => {
    const { graph } = await readElements(
      [
        '<bpmn:task id="A" default="f2"/>',
        task('B'),
        task('C'),
        flow('f1', 'A', 'B', 'name="ok"'),
        flow('f2', 'A', 'C'),
      ].join(''),
    );
    expect([...graph.edges('HAS_NEXT')].map(({ attributes }) => attributes)).toEqual([
      { flows: ['f1'], condition: 'ok', default: false },
      { flows: ['f2'], default: true },
    ]);
  });

  it('names the deciding gateway where a joining one stands before it', async () => {
    const { graph } = await readElements(
      [
        task('A'),
        task('B'),
        '<bpmn:parallelGateway id="J"/>',
        '<bpmn:inclusiveGateway id="S"/>',
        flow('f1', 'A', 'J'),
        flow('f2', 'J', 'S'),
        flow('f3', 'S', 'B', 'name="x"'),
      ].join(''),
    );
    expect([...graph.edges('HAS_NEXT')][0]?.attributes.gateway).toBe('inclusiveGateway');
  });

  it('ends in circles of gateways', async () => {
    const { graph } = await readElements(
      [
        task('A'),
        task('B'),
        gateway('G'),
        gateway('H'),
        flow('f1', 'A', 'G'),
        flow('f2', 'G', 'H'),
        flow('f3', 'H', 'G'),
        flow('f4', 'H', 'B'),
      ].join(''),
    );
    expect(order(graph)).toEqual(['A>B']);
  });

  it('stays small where gateways multiply the ways, and still holds every flow', async () => {
    const layers = 24;
    const elements = [task('A'), task('B'), flow('in', 'A', 'G0')];
    for (let layer = 0; layer < layers; layer++) {
      elements.push(gateway(`G${layer}`));
      const next = layer === layers - 1 ? 'B' : `G${layer + 1}`;
      for (const side of ['l', 'r']) elements.push(flow(`${side}${layer}`, `G${layer}`, next));
    }
    const { graph, findings } = await readElements(elements.join(''));
    const edges = [...graph.edges('HAS_NEXT')];
    expect(edges.length).toBeLessThan(60);
    expect(new Set(edges.flatMap(({ attributes }) => attributes.flows)).size).toBe(2 * layers + 1);
    expect(findings.map(({ rule }) => rule)).toEqual(['many-ways']);
  });

  it('gives up with an error where gateways are a hostile mesh', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `G${index}`);
    const mesh = names.flatMap((from) => names.map((to) => flow(`${from}${to}`, from, to)));
    const starts = Array.from({ length: 400 }, (_, index) => `T${index}`);
    const { findings } = await readElements(
      [
        ...names.map((id) => gateway(id)),
        ...mesh,
        ...starts.map(task),
        ...starts.map((id) => flow(`s${id}`, id, 'G0')),
        flow('out', 'G59', 'T0'),
      ].join(''),
    );
    expect(findings.find(({ severity }) => severity === 'error')).toMatchObject({ rule: 'too-many-ways' });
  });

  it('ends quickly where gateways lead nowhere', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `G${index}`);
    const mesh = names.flatMap((from) => names.map((to) => flow(`${from}${to}`, from, to)));
    const { graph, findings } = await readElements(
      [...names.map((id) => gateway(id)), ...mesh, task('A'), flow('in', 'A', 'G0')].join(''),
    );
    expect(order(graph)).toEqual([]);
    expect(findings.map(({ rule }) => rule)).toContain('flow-without-activity');
  });

  it('does not cross the border of a sub-process nor lead into another process, and says so', async () => {
    const { graph, findings } = await readElements(
      `${task('A')}<bpmn:subProcess id="S">${task('B')}</bpmn:subProcess>${flow('f1', 'A', 'B')}${flow('f2', 'A', 'C')}`,
      `<bpmn:process id="q">${task('C')}</bpmn:process>`,
    );
    expect(order(graph)).toEqual([]);
    expect(findings.map(({ rule, severity, line }) => [rule, severity, line])).toEqual([
      ['crossing-flow', 'warning', 3],
      ['crossing-flow', 'warning', 3],
    ]);
    expect(findings[0]?.message).toContain('border of a sub-process');
    expect(findings[1]?.message).toContain('from one process into another');
  });

  it('keeps flows that stand outside the sub-process of their two ends', async () => {
    const { graph, findings } = await readElements(
      `<bpmn:subProcess id="S">${task('A')}${task('B')}</bpmn:subProcess>${flow('f', 'A', 'B')}`,
    );
    expect(order(graph)).toEqual(['A>B']);
    expect(findings).toEqual([]);
  });

  it('repairs an end that leads nowhere from the node that lists the flow', async () => {
    const { graph, findings } = await readElements(
      `${task('A')}<bpmn:task id="B"><bpmn:incoming>f</bpmn:incoming></bpmn:task><bpmn:sequenceFlow id="f" sourceRef="A"/>`,
    );
    expect(order(graph)).toEqual(['A>B']);
    expect(findings).toMatchObject([
      { rule: 'dangling-reference', severity: 'warning', message: 'The sequence flow f has no targetRef.' },
    ]);
    expect(findings[0]?.effect).toContain('p/B');
  });

  it('reports an end that is no step', async () => {
    const { graph, findings } = await readElements(`${task('A')}<bpmn:dataObject id="D"/>${flow('f', 'D', 'A')}`);
    expect(order(graph)).toEqual([]);
    expect(findings[0]?.message).toBe('The sequence flow f comes from D, which is no step of a process.');
  });

  it('says which flows join no two activities', async () => {
    const { findings } = await readElements(
      [gateway('G'), task('A'), gateway('H'), flow('f', 'G', 'A'), flow('g', 'A', 'H')].join(''),
    );
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['flow-without-activity', 'info'],
      ['flow-without-activity', 'info'],
    ]);
  });

  it('has a flow on some edge for every way between activities, and never an edge without a way', async () => {
    const name = fc.constantFrom('A', 'B', 'C', 'G', 'H', 'K');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, name), { maxLength: 12 }), async (pairs) => {
        const nodes = [...['A', 'B', 'C'].map(task), ...['G', 'H', 'K'].map((id) => gateway(id))];
        const { graph } = await readElements(
          [...nodes, ...pairs.map(([from, to], index) => flow(`f${index}`, from, to))].join(''),
        );
        const reach = (from: string, seen = new Set<string>()): Set<string> => {
          const found = new Set<string>();
          for (const [source, target] of pairs) {
            if (source !== from) continue;
            if ('ABC'.includes(target)) found.add(target);
            else if (!seen.has(target)) for (const one of reach(target, new Set([...seen, target]))) found.add(one);
          }
          return found;
        };
        const expected = ['A', 'B', 'C'].flatMap((from) => [...reach(from)].map((to) => `${from}>${to}`)).sort();
        expect([...new Set(order(graph))]).toEqual(expected);
        for (const { from, to, attributes } of graph.edges('HAS_NEXT')) {
          const stops = [from, ...(attributes.via ?? []), to].map((id) => id.slice(2));
          attributes.flows.forEach((id, index) => {
            expect(pairs[Number(id.slice(1))]).toEqual([stops[index], stops[index + 1]]);
          });
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('links', () => {
  const link = (kind: string, id: string, name: string) =>
    `<bpmn:intermediate${kind}Event id="${id}" name="${name}"><bpmn:linkEventDefinition name="${name}"/></bpmn:intermediate${kind}Event>`;

  it('joins every throwing event to the catching one of its name, within one level', async () => {
    const { graph, findings } = await readElements(
      [
        link('Throw', 'T1', 'X'),
        link('Throw', 'T2', 'X'),
        link('Catch', 'C', 'X'),
        `<bpmn:subProcess id="S">${link('Throw', 'T3', 'X')}</bpmn:subProcess>`,
      ].join(''),
    );
    expect(order(graph)).toEqual(['T1>C', 'T2>C']);
    expect(findings.map(({ rule, message }) => [rule, message])).toEqual([
      ['link-without-target', 'The link event p/T3 throws X, which no event beside it catches.'],
    ]);
    expect(graph.node('Activity', 'p/C')?.attributes).toMatchObject({ link: 'X', event: 'link', entry: false });
  });

  it('joins by the target of the definition where there is no name', async () => {
    const { graph } = await readElements(
      '<bpmn:intermediateThrowEvent id="T"><bpmn:linkEventDefinition id="d1"><bpmn:target>d2</bpmn:target></bpmn:linkEventDefinition></bpmn:intermediateThrowEvent>' +
        '<bpmn:intermediateCatchEvent id="C"><bpmn:linkEventDefinition id="d2"/></bpmn:intermediateCatchEvent>',
    );
    expect(order(graph)).toEqual(['T>C']);
  });
});

describe('entry', () => {
  it('is true for start events and for activities that nothing leads to', async () => {
    const { graph } = await readElements(
      [
        '<bpmn:startEvent id="Start"/>',
        ...[task('A'), task('Alone'), gateway('G'), task('AfterG'), flow('f', 'Start', 'A'), flow('g', 'G', 'AfterG')],
        '<bpmn:boundaryEvent id="Late" attachedToRef="A"><bpmn:timerEventDefinition/></bpmn:boundaryEvent>',
        '<bpmn:task id="Undo" isForCompensation="true"/>',
        '<bpmn:subProcess id="OnError" triggeredByEvent="true"><bpmn:startEvent id="Inner" isInterrupting="false"/></bpmn:subProcess>',
      ].join(''),
    );
    const entries = [...graph.nodes('Activity')]
      .filter(({ attributes }) => attributes.entry)
      .map(({ id }) => id.slice(2));
    expect(entries).toEqual(['Start', 'Alone', 'AfterG', 'Inner']);
    expect(graph.node('Activity', 'p/Inner')?.attributes.interrupting).toBe(false);
    expect(graph.node('Activity', 'p/OnError')?.attributes.triggeredByEvent).toBe(true);
  });
});
