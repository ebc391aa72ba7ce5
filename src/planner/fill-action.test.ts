import { describe, expect, it } from 'vitest';
import { fillNames, type Parameter } from './fill-action.ts';
import { TaskReading } from './task-reading.ts';

const today = '2026-06-01';

function parameter(name: string, type: string, required = true): Parameter {
  return { name, label: name, type, nullable: !required, required } as Parameter;
}

function filled(task: string, ...parameters: Parameter[]) {
  const reading = new TaskReading(task, today);
  const [intent] = reading.intents.slice(-1);
  if (intent === undefined) throw new Error('The task asks for nothing.');
  const scope = { start: intent.start, end: intent.end, clauseStart: intent.clauseStart };
  return fillNames(parameters, 'Orders', scope, reading, [], today);
}

describe('the parameters of an action', () => {
  it('take the date and the quantity of the clause', () => {
    const parameters = [parameter('FinishDate', 'Edm.Date'), parameter('Yield', 'Edm.Decimal')];
    expect(filled('Report 12 pieces of lot 4711 as finished on 5 October 2026.', ...parameters).values).toEqual({
      FinishDate: '2026-10-05',
      Yield: '12',
    });
  });

  it('take a date that was named before only where the clause speaks of it', () => {
    const date = parameter('ConfirmedDate', 'Edm.DateTime');
    const before = 'Customer 10 wants it on 1 October 2026.';
    expect(filled(`${before} Confirm that date.`, date)).toMatchObject({
      values: { ConfirmedDate: '2026-10-01T00:00:00' },
      assumed: [],
    });
    expect(filled(`Create order 10 for 1 October 2026. Release it.`, date)).toMatchObject({
      values: { ConfirmedDate: '2026-06-01T00:00:00' },
      assumed: ['ConfirmedDate 2026-06-01T00:00:00'],
    });
  });

  it('say what is missing, and what was taken because something has to stand there', () => {
    const parameters = [parameter('Order', 'Edm.String'), parameter('Print', 'Edm.Boolean')];
    expect(filled('Release it.', ...parameters)).toEqual({
      values: { Print: false },
      missing: ['Order'],
      assumed: ['Print false'],
    });
  });

  it('leave alone what nobody asked for', () => {
    expect(filled('Release order 4711.', parameter('When', 'Edm.Date', false)).values).toEqual({});
  });
});
