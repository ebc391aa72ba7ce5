import { z } from 'zod';
import { nearestNames } from '../graph/index.ts';

/** An object schema that refuses unknown parameters and names the nearest known one. */
export function strictInput<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const keys = 'keys' in issue && Array.isArray(issue.keys) ? issue.keys.map(String) : [];
      return keys.map((key) => unknownSentence(key, known)).join(' ');
    },
  });
}

function unknownSentence(key: string, known: readonly string[]): string {
  const [nearest] = nearestNames(key, known);
  return `There is no parameter ${JSON.stringify(key)}${nearest === undefined ? '' : `, use ${nearest}`}`;
}
