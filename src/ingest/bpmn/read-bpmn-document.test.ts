import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeWithShared } from '../../../test/shared.ts';
import { checkIntegrity, MemoryGraph } from '../../graph/index.ts';
import { document, flow, order, readElements, readText } from './process.fixture.ts';

const brief = (findings: readonly { rule: string; severity: string; line?: number }[]) =>
  findings.map(({ rule, severity, line }) => `${severity} ${rule} ${line}`);

describe('activities', () => {
  it('keeps type, text, loop, call and event of each', async () => {
    const { graph, findings } = await readElements(
      `
      <bpmn:userTask id="U" name=" Check  it "><bpmn:documentation>Read
        twice.</bpmn:documentation><bpmn:multiInstanceLoopCharacteristics isSequential="true"/></bpmn:userTask>
      <bpmn:task id="L"><bpmn:standardLoopCharacteristics/></bpmn:task>
      <bpmn:task id="M"><bpmn:multiInstanceLoopCharacteristics/></bpmn:task>
      <bpmn:callActivity id="C" calledElement="other"/>
      <bpmn:transaction id="T"/><bpmn:adHocSubProcess id="AH"/>
      <bpmn:intermediateCatchEvent id="E"><bpmn:messageEventDefinition/><bpmn:timerEventDefinition/></bpmn:intermediateCatchEvent>
      <bpmn:intermediateCatchEvent id="R"><bpmn:eventDefinitionRef>shared</bpmn:eventDefinitionRef></bpmn:intermediateCatchEvent>`,
      '<bpmn:signalEventDefinition id="shared"/>',
    );
    expect(findings).toEqual([]);
    const attributes = (id: string) => graph.node('Activity', `p/${id}`)?.attributes;
    expect(attributes('U')).toMatchObject({
      type: 'userTask',
      name: 'Check it',
      description: 'Read twice.',
      loop: 'sequential',
    });
    expect([attributes('L')?.loop, attributes('M')?.loop]).toEqual(['standard', 'parallel']);
    expect(attributes('C')).toMatchObject({ type: 'callActivity', calledElement: 'other' });
    expect([attributes('T')?.type, attributes('AH')?.type]).toEqual(['transaction', 'adHocSubProcess']);
    expect([attributes('E')?.event, attributes('R')?.event]).toEqual(['multiple', 'signal']);
    expect(graph.node('Process', 'p')?.attributes).toMatchObject({ name: 'Process', file: 'p.bpmn' });
  });

  it('reports a boundary event that is attached to nothing, and keeps it', async () => {
    const { graph, findings } = await readElements('<bpmn:boundaryEvent id="B" attachedToRef="Gone"/>');
    expect(brief(findings)).toEqual(['warning dangling-reference 3']);
    expect(findings[0]?.message).toContain('Gone');
    expect(graph.node('Activity', 'p/B')?.attributes.interrupting).toBe(true);
    expect(graph.node('Activity', 'p/B')?.attributes).not.toHaveProperty('attachedTo');
  });

  it('keeps lanes, inner ones too, and data objects', async () => {
    const { graph } = await readElements(`
      <bpmn:laneSet><bpmn:lane id="l1" name="Sales"><bpmn:flowNodeRef>A</bpmn:flowNodeRef>
        <bpmn:childLaneSet><bpmn:lane id="l2" name="Clerk"><bpmn:flowNodeRef>B</bpmn:flowNodeRef></bpmn:lane></bpmn:childLaneSet></bpmn:lane></bpmn:laneSet>
      <bpmn:task id="A"/><bpmn:task id="B"/>
      <bpmn:dataObjectReference id="d" name="Order" dataObjectRef="o"/><bpmn:dataObject id="o" name="Order"/>
      <bpmn:subProcess id="S"><bpmn:dataStoreReference id="s" name="Archive"/></bpmn:subProcess>`);
    expect(graph.node('Process', 'p')?.attributes).toMatchObject({
      lanes: [
        { name: 'Sales', activities: ['p/A', 'p/B'] },
        { name: 'Clerk', activities: ['p/B'] },
      ],
      dataObjects: ['Order', 'Archive'],
    });
    expect(graph.node('Activity', 'p/A')?.attributes.lane).toBe('Sales');
    expect(graph.node('Activity', 'p/B')?.attributes.lane).toBe('Clerk');
  });
});

describe('pools and message flows', () => {
  const beside = (
    flows: string,
  ) => `<bpmn:collaboration id="c"><bpmn:participant id="Us" name="Our house" processRef="x:p"/>
    <bpmn:participant id="Bank" name="Bank"/><bpmn:participant id="Lost" processRef="nowhere"/>${flows}</bpmn:collaboration>`;

  it('lets a pool stand for its process, or for itself where it has none', async () => {
    const { graph, findings } = await readElements(
      '<bpmn:task id="A"/>',
      `${beside(
        '<bpmn:messageFlow id="m1" sourceRef="A" targetRef="Bank" messageRef="msg"/><bpmn:messageFlow id="m2" name="reply" sourceRef="Bank" targetRef="Us"/>',
      )}<bpmn:message id="msg" name="payment"/>`,
    );
    expect(graph.node('Process', 'p')?.attributes.pools).toEqual(['Us']);
    expect(graph.node('Process', 'Bank')?.attributes).toMatchObject({ name: 'Bank', blackBox: true, pools: ['Bank'] });
    expect([...graph.edges('SENDS_MESSAGE')].map(({ from, to, attributes }) => [from, to, attributes])).toEqual([
      ['p/A', 'Bank', { name: 'payment', flow: 'm1' }],
      ['Bank', 'p', { name: 'reply', flow: 'm2' }],
    ]);
    expect(brief(findings)).toEqual(['warning dangling-reference 5']);
    expect(findings[0]?.message).toContain('nowhere');
  });

  it('names the ends of a message flow that do not exist', async () => {
    const { graph, findings } = await readElements(
      '<bpmn:task id="A"/>',
      beside('<bpmn:messageFlow id="m" sourceRef="X" targetRef="Y"/>'),
    );
    expect([...graph.edges('SENDS_MESSAGE')]).toEqual([]);
    expect(findings.map(({ message }) => message).filter((message) => message.includes('message flow'))).toEqual([
      'The message flow m comes from X, which is no step and no pool of this file.',
      'The message flow m leads to Y, which is no step and no pool of this file.',
    ]);
  });
});

describe('ids', () => {
  it('keeps one id in two processes apart and resolves references within each', async () => {
    const { graph, findings } = await readElements(
      `<bpmn:task id="A"/><bpmn:task id="B"/>${flow('f', 'A', 'B')}`,
      `<bpmn:process id="q"><bpmn:task id="A"/><bpmn:task id="C"/>${flow('g', 'A', 'C')}</bpmn:process>`,
    );
    expect([...graph.edges('HAS_NEXT')].map(({ from, to }) => [from, to])).toEqual([
      ['p/A', 'p/B'],
      ['q/A', 'q/C'],
    ]);
    expect(brief(findings)).toEqual(['warning duplicate-id 4']);
  });

  it('keeps the second holder of an id under another one', async () => {
    const { graph } = await readElements(
      '<bpmn:task id="T" name="one"/><bpmn:task id="T" name="two"/><bpmn:task id="T_2" name="three"/>',
    );
    expect([...graph.nodes('Activity')].map(({ id, attributes }) => [id, attributes.name])).toEqual([
      ['p/T', 'one'],
      ['p/T_3', 'two'],
      ['p/T_2', 'three'],
    ]);
  });

  it('gives an id to what has none: the file names the process, kind and position the rest', async () => {
    const text = document('<bpmn:task/><bpmn:task id="B"/>').replace('id="p" ', '');
    const { graph, findings } = await readText(text, 'folder/return goods.bpmn');
    expect([...graph.nodes('Process')].map(({ id }) => id)).toEqual(['return goods']);
    expect([...graph.nodes('Activity')].map(({ id }) => id)).toEqual(['return goods/task_1', 'return goods/B']);
    expect(brief(findings)).toEqual(['warning missing-id 2', 'info missing-id 3']);
  });

  it('lets an element of the graph keep an id that something else holds first', async () => {
    const { graph, findings } = await readElements('<bpmn:dataObject id="A"/><bpmn:task id="A"/>');
    expect(graph.node('Activity', 'p/A')).toMatchObject({ kind: 'Activity', id: 'p/A' });
    expect(brief(findings)).toEqual(['info duplicate-id 3']);
  });

  it('resolves references with a prefix, and ids with umlauts', async () => {
    const { graph, findings } = await readElements(
      `<bpmn:task id="Prüfen"/><bpmn:task id="B"/>${flow('f', 'tns:Prüfen', 'tns:B')}`,
    );
    expect(order(graph)).toEqual(['Prüfen>B']);
    expect(findings).toEqual([]);
  });
});

describe('bindings in the file', () => {
  const holding = (binding: string) =>
    `<bpmn:task id="A"><bpmn:extensionElements>${binding}</bpmn:extensionElements></bpmn:task>`;

  it('become INVOKES', async () => {
    const { graph, bindings, findings } = await readElements(
      holding(
        '<gr:binding service="S" entitySet="Orders" operation="create"/><gr:binding service="R" operation="POST /orders"/>',
      ),
    );
    expect(findings).toEqual([]);
    expect(
      [...graph.edges('INVOKES')].map(({ from, toKind, to, attributes }) => [from, toKind, to, attributes.operation]),
    ).toEqual([
      ['p/A', 'EntitySet', 'S/Orders', 'create'],
      ['p/A', 'Operation', 'R/POST /orders', 'POST /orders'],
    ]);
    expect(bindings[0]).toEqual({
      process: 'p',
      activity: 'A',
      service: 'S',
      entitySet: 'Orders',
      operation: 'create',
      path: 'p.bpmn',
      line: 3,
      column: 43,
    });
  });

  it('are refused one by one where they are incomplete or stand elsewhere', async () => {
    const { bindings, findings } = await readElements(
      `${holding('<gr:binding service="S"/>')}\n<bpmn:exclusiveGateway id="G"><bpmn:extensionElements><gr:binding service="S" operation="read" entitySet="X"/></bpmn:extensionElements></bpmn:exclusiveGateway>`,
    );
    expect(bindings).toEqual([]);
    expect(brief(findings)).toEqual(['error binding-incomplete 3', 'error binding-incomplete 4']);
  });
});

describe('what is partly bad', () => {
  it('loads the rest and names line and effect of what is left out', async () => {
    const { graph, findings } = await readElements(`<bpmn:task id="A"/>
      <bpmn:frobnicate id="F"/>
      stray text
      <bpmn:task id="B" colour="red"/>
      <vendor:box/>
      <other><bpmn:task id="Hidden"/></other>`);
    expect([...graph.nodes('Activity')].map(({ id }) => id)).toEqual(['p/A', 'p/B']);
    expect(brief(findings)).toEqual(
      [
        'warning stray-text 5',
        'warning unknown-element 4',
        'info unknown-attribute 6',
        'warning undeclared-prefix 7',
        'info unknown-element 7',
        'info unknown-element 8',
      ].sort((a, b) => Number(a.split(' ')[2]) - Number(b.split(' ')[2])),
    );
    expect(findings.every(({ effect }) => effect !== undefined)).toBe(true);
  });

  it('reports references that the graph needs, and passes over those into other documents', async () => {
    const { findings } = await readElements(
      '<bpmn:exclusiveGateway id="G" default="nothing"/><bpmn:laneSet><bpmn:lane><bpmn:flowNodeRef>Gone</bpmn:flowNodeRef></bpmn:lane></bpmn:laneSet>' +
        '<bpmn:property id="x" itemSubjectRef="xsd:string"/><bpmn:dataStoreReference id="s" dataStoreRef="unknown"/>',
    );
    expect(findings.map(({ severity, message }) => `${severity} ${/\b(\w+)(?:Ref)? of/.exec(message)?.[1]}`)).toEqual([
      'warning default',
      'warning flowNodeRef',
      'info dataStoreRef',
    ]);
  });

  it('forgives errors inside tags', async () => {
    const { graph, findings, refused } = await readElements(
      '<bpmn:task id="A" name="x" name="y" &/><bpmn:task id="B"/>',
    );
    expect(refused).toBe(false);
    expect(graph.node('Activity', 'p/A')?.attributes.name).toBe('x');
    expect(
      findings.every(
        ({ rule, severity, line }) => rule === 'not-well-formed' && severity === 'warning' && line !== undefined,
      ),
    ).toBe(true);
  });

  it('reads a customary prefix that is never declared, and warns once for each that is not', async () => {
    const { graph, findings, refused } = await readText(
      '<bpmn:definitions>\n<bpmn:process id="p"><bpmn:task id="A" camunda:a="1"/>\n<bpmn:task id="B" camunda:a="1"><bpmn:extensionElements><camunda:p/></bpmn:extensionElements></bpmn:task></bpmn:process></bpmn:definitions>',
    );
    expect(refused).toBe(false);
    expect([...graph.nodes('Activity')].map(({ id }) => id)).toEqual(['p/A', 'p/B']);
    expect(brief(findings)).toEqual(['warning undeclared-prefix 1', 'warning undeclared-prefix 2']);
  });

  it('takes a bare ampersand for itself, leaves those of CDATA alone, and forgives a misplaced declaration', async () => {
    const text = document(
      '<bpmn:task id="A" name="R&D & more"/>\n<bpmn:task id="B"><bpmn:documentation><![CDATA[a && b]]></bpmn:documentation></bpmn:task>',
    );
    const { graph, findings } = await readText(`<!-- licence -->\n<?xml version="1.0"?>\n${text}`);
    expect(graph.node('Activity', 'p/A')?.attributes.name).toBe('R&D & more');
    expect(graph.node('Activity', 'p/B')?.attributes.description).toBe('a && b');
    expect(brief(findings)).toEqual([
      'warning not-well-formed 2',
      'warning not-well-formed 5',
      'warning not-well-formed 5',
    ]);
  });

  it('says that a file holds no process', async () => {
    const { findings, refused } = await readText('<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>');
    expect(refused).toBe(false);
    expect(findings).toMatchObject([{ rule: 'no-process', severity: 'warning', line: 1 }]);
  });
});

describe('what is refused', () => {
  const definitions = 'definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"';

  it.each<[string, string, string | Uint8Array]>([
    ['a doctype', 'doctype', `<!DOCTYPE d [<!ENTITY a "b">]><${definitions}/>`],
    [
      'an entity bomb',
      'doctype',
      `<?xml version="1.0"?>\n<!DOCTYPE d [<!ENTITY a "${'b'.repeat(100)}"><!ENTITY c "&a;&a;&a;">]><${definitions}>&c;</definitions>`,
    ],
    ['nesting of 100,000 levels', 'depth', `<${definitions}>${'<subProcess>'.repeat(100_000)}`],
    ['a file of 200 MB', 'size', new Uint8Array(200 * 1024 * 1024)],
    ['another vocabulary', 'not-bpmn', '<definitions xmlns="http://not-bpmn"/>'],
    ['an undeclared prefix', 'not-bpmn', '<acme:definitions/>'],
    ['another root', 'not-bpmn', '<process xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>'],
    ['no XML', 'not-well-formed', 'name: not xml'],
    ['nothing', 'not-well-formed', ''],
    ['bytes', 'not-well-formed', new Uint8Array([0, 1, 2, 3, 255, 254])],
    ['a truncated file', 'not-well-formed', `<${definitions}><process id="p"><task id="a"`],
    ['crossed tags', 'not-well-formed', `<${definitions}><process id="p"></definitions></process>`],
  ])('%s', async (_, rule, content) => {
    const { refused, findings, patch } = await readText(content);
    expect(refused).toBe(true);
    expect(patch).toEqual({ nodes: [], edges: [] });
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([{ rule, path: 'p.bpmn' }]);
    expect(errors[0]?.message).toMatch(/^[A-Z][^\n]*\.$/);
  });
});

describe('what is large', () => {
  it('stays linear with 30,000 holders of one id, and lists only some of the findings', async () => {
    const { graph, findings } = await readElements('<bpmn:task id="T"/>'.repeat(30_000));
    expect(graph.counts().nodes.Activity).toBe(30_000);
    expect(findings).toHaveLength(201);
    expect(findings.at(-1)?.message).toBe('29799 more findings of the rule duplicate-id are not listed.');
  });

  it('reads many dangling flows, lane references and pools of one process', async () => {
    const many = (make: (index: number) => string) =>
      Array.from({ length: 10_000 }, (_, index) => make(index)).join('');
    const { graph, findings } = await readElements(
      `<bpmn:laneSet><bpmn:lane>${many((index) => `<bpmn:flowNodeRef>T${index}</bpmn:flowNodeRef>`)}</bpmn:lane></bpmn:laneSet>${many(
        (index) => `<bpmn:task id="T${index}"/>`,
      )}${many((index) => `<bpmn:sequenceFlow id="f${index}" sourceRef="T${index}"/>`)}`,
      `<bpmn:collaboration>${many((index) => `<bpmn:participant id="P${index}" processRef="p"/>`)}</bpmn:collaboration>`,
    );
    expect(graph.node('Process', 'p')?.attributes.pools).toHaveLength(10_000);
    expect(findings.length).toBeLessThan(300);
  });

  it('refuses more elements than any model has', async () => {
    const { refused, findings } = await readElements('<bpmn:task/>'.repeat(100_001));
    expect(refused).toBe(true);
    expect(findings).toMatchObject([{ rule: 'size' }]);
  });
});

describeWithShared('the real files', (shared) => {
  const folder = join(shared, 'data/bpmn');
  const files = shared === 'absent' ? [] : readdirSync(folder).filter((file) => file.endsWith('.bpmn'));

  it('are all handled: two refused, the rest loaded with whole graphs', async () => {
    const refused: string[] = [];
    const without: string[] = [];
    for (const file of files) {
      const reading = await readText(readFileSync(join(folder, file)), file);
      if (reading.refused) refused.push(file);
      else if (![...reading.graph.nodes('Process')].some(({ attributes }) => !attributes.blackBox)) {
        without.push(file);
        expect(reading.findings.map(({ rule }) => rule)).toContain('no-process');
      }
      expect(checkIntegrity(reading.graph)).toEqual([]);
      expect(new MemoryGraph().apply(reading.patch)).toEqual([]);
    }
    expect(files).toHaveLength(89);
    expect(refused).toEqual(['moddle-error-not-bpmn.bpmn', 'moddle-lane-childLaneSets.part.bpmn']);
    expect(without).toHaveLength(8);
  });

  it('never crash the reader when they are damaged', async () => {
    const texts = files.map((file) => readFileSync(join(folder, file))).filter(({ length }) => length < 30_000);
    const damage = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(60),
      put: fc.constantFrom('', '<', '>', '"', '&', '</bpmn:task>', 'id="x" ', '\0', 'ä', '<!--', ']]>'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        async (original, damages) => {
          let text = original.toString('utf8');
          for (const { at, cut, put } of damages) {
            const place = Math.floor(at * text.length);
            text = text.slice(0, place) + put + text.slice(place + cut);
          }
          const { refused, findings, graph } = await readText(text);
          expect(refused).toBe(
            findings.some(
              ({ severity, effect }) => severity === 'error' && effect === 'Nothing of this file is loaded.',
            ),
          );
          expect(checkIntegrity(graph)).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
