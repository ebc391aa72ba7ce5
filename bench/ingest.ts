/**
 * Ingest throughput and peak memory over the shared OData metadata: our reader against @sap-ux/edmx-parser in one run.
 * Both get the same bytes and are timed file by file, taking turns; memory is the peak of a process of its own for each.
 * Ours also builds the graph and the findings; the other only parses.
 *
 *   npx tsx bench/ingest.ts [--rounds 3]
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@sap-ux/edmx-parser';
import { readODataDocument } from '../src/ingest/index.ts';
import { sharedFolder } from '../test/shared.ts';

interface Document {
  readonly name: string;
  readonly content: Uint8Array;
}

const readers = {
  groundrail: ({ name, content }: Document) => {
    readODataDocument({ service: { id: name }, file: name, content });
  },
  'edmx-parser': ({ content }: Document) => {
    try {
      parse(
        Buffer.from(content)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      );
    } catch (error) {
      // It throws on the few files that are not well-formed; the time until then counts.
      if (!(error instanceof Error)) throw error;
    }
  },
} as const;

type ReaderName = keyof typeof readers;
const names = Object.keys(readers) as ReaderName[];

function documents(): Document[] {
  const shared = sharedFolder();
  if (shared === undefined) {
    console.error('The shared material is not here: set GROUNDRAIL_SHARED to its folder.');
    process.exit(2);
  }
  return ['sap-s4', 'other'].flatMap((folder) => {
    const path = join(shared, 'data/odata', folder);
    return readdirSync(path)
      .filter((name) => name.endsWith('.edmx'))
      .map((name) => ({ name, content: readFileSync(join(path, name)) }));
  });
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

/** The peak of resident memory, in MB, of a process that reads all documents once with one reader; `none` only loads them. */
function peakMemory(reader: string): number {
  const [script = ''] = process.argv.slice(1);
  const output = execFileSync(process.execPath, [...process.execArgv, script, '--memory', reader], {
    encoding: 'utf8',
  });
  return Number(output);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function measureMemory(reader: string): void {
  for (const document of documents()) if (reader !== 'none') readers[reader as ReaderName](document);
  console.log(process.resourceUsage().maxRSS / 1024);
}

function main(): void {
  const rounds = Number(option('--rounds') ?? 3);
  const all = documents();
  const megabytes = all.reduce((sum, { content }) => sum + content.length, 0) / 1e6;
  const speeds: Record<ReaderName, number[]> = { groundrail: [], 'edmx-parser': [] };
  for (let round = 0; round <= rounds; round++) {
    const seconds: Record<ReaderName, number> = { groundrail: 0, 'edmx-parser': 0 };
    for (const [index, document] of all.entries()) {
      const order = (index + round) % 2 === 0 ? names : names.toReversed();
      for (const name of order) {
        const start = performance.now();
        readers[name](document);
        seconds[name] += (performance.now() - start) / 1000;
      }
    }
    // The first round warms both up.
    if (round > 0) for (const name of names) speeds[name].push(megabytes / seconds[name]);
  }
  const ours = median(speeds.groundrail);
  const theirs = median(speeds['edmx-parser']);
  const idle = peakMemory('none');
  const [ownPeak, otherPeak] = [peakMemory('groundrail') - idle, peakMemory('edmx-parser') - idle];
  console.log(
    `data set: OData metadata, n = ${all.length} documents, ${megabytes.toFixed(1)} MB; ${rounds} rounds, taking turns per file`,
  );
  console.log(
    `throughput (median): groundrail ${ours.toFixed(1)} MB/s, edmx-parser ${theirs.toFixed(1)} MB/s, ratio ${(ours / theirs).toFixed(2)}`,
  );
  console.log(
    `peak memory above loading (one process each): groundrail ${ownPeak.toFixed(0)} MB, edmx-parser ${otherPeak.toFixed(0)} MB, ratio ${(ownPeak / otherPeak).toFixed(2)}`,
  );
}

const memoryOf = option('--memory');
if (memoryOf === undefined) main();
else measureMemory(memoryOf);
