import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { specify } from '../src/api/index.ts';
import { readLandscape } from '../src/ingest/index.ts';

/**
 * Tokens of every specification of a landscape at its default and full level, by the estimate of the product and by the tokenizer
 * o200k_base, and the processor time that `specify` takes on a graph that is loaded: the first time and later.
 * Usage: tsx bench/spec-tokens.ts <landscape>
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder of a landscape.');
const { graph } = await readLandscape(folder);
const tokenizer = new Tiktoken(o200k);

const levels = ['default', 'full'] as const;
const milliseconds = { default: [] as number[], full: [] as number[] };
for (const detail of levels) {
  const estimated: number[] = [];
  const counted: number[] = [];
  for (const { id } of graph.nodes('EntitySet')) {
    const start = process.cpuUsage();
    const { text, tokens } = specify(graph, id, { detail });
    const { user, system } = process.cpuUsage(start);
    milliseconds[detail].push((user + system) / 1000);
    estimated.push(tokens.count);
    counted.push(tokenizer.encode(text).length);
  }
  console.log(`${detail}: ${counted.length} EntitySets`);
  console.log(`  o200k_base   ${quantiles(counted)}`);
  console.log(`  estimate     ${quantiles(estimated)}`);
}
console.log(`specify, ms the first time: ${quantiles(milliseconds.default)}`);
console.log(`specify, ms later (full):   ${quantiles(milliseconds.full)}`);

function quantiles(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): string => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    return Number.isInteger(value) ? String(value) : value.toFixed(2);
  };
  return `p50 ${at(0.5)}, p90 ${at(0.9)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}`;
}
