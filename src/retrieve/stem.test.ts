import { describe, expect, it } from 'vitest';
import { stem } from './stem.ts';

/** Pairs from Porter's paper and from his reference vocabulary. */
const pairs =
  'caresses:caress ponies:poni ties:ti cats:cat feed:feed agreed:agre plastered:plaster bled:bled motoring:motor sing:sing ' +
  'conflated:conflat troubled:troubl sized:size hopping:hop tanned:tan falling:fall hissing:hiss fizzed:fizz failing:fail filing:file ' +
  'happy:happi sky:sky relational:relat conditional:condit rational:ration digitizer:digit conformabli:conform radicalli:radic ' +
  'differentli:differ vileli:vile analogousli:analog vietnamization:vietnam predication:predic operator:oper feudalism:feudal ' +
  'decisiveness:decis hopefulness:hope callousness:callous formaliti:formal sensitiviti:sensit sensibiliti:sensibl triplicate:triplic ' +
  'formative:form formalize:formal electriciti:electr electrical:electr hopeful:hope goodness:good revival:reviv allowance:allow ' +
  'inference:infer airliner:airlin adjustable:adjust defensible:defens irritant:irrit replacement:replac adjustment:adjust ' +
  'dependent:depend adoption:adopt communism:commun activate:activ effective:effect probate:probat rate:rate cease:ceas ' +
  'controll:control roll:roll invoices:invoic deliveries:deliveri suppliers:supplier yearly:yearli';

describe('stem', () => {
  it.each(pairs.split(' ').map((pair) => pair.split(':') as [string, string]))('takes %s to %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  it('leaves short words, numbers and other scripts alone', () => {
    expect(['as', 'x1s', '4711', 'größe'].map(stem)).toEqual(['as', 'x1s', '4711', 'größe']);
  });
});
