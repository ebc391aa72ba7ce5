import type { Command } from 'commander';
import pc from 'picocolors';
import type { SearchHit, SearchResult } from '../workspace/index.ts';
import { embedderOption, jsonOption, landscapeOption, oneOf, storeOption, wholeNumber } from './options.ts';
import { plain, printJson, printLine } from './terminal.ts';

const modes = ['hybrid', 'dense', 'lexical', 'graph'] as const;

interface SearchOptions {
  k: number;
  mode: (typeof modes)[number];
  explain?: boolean;
  landscape: string;
  store?: string;
  embedder?: string;
  json?: boolean;
}

export function registerSearch(program: Command): void {
  program
    .command('search')
    .argument('<query...>', 'what you want to do, in your own words')
    .description('find entity sets and operations, and those the process needs before and after them')
    .option('-k <number>', 'how many hits', wholeNumber('-k', 1, 100), 10)
    .option('--mode <mode>', modes.join(', '), oneOf('--mode', modes), 'hybrid')
    .option('--explain', 'show why each hit is there')
    .option(...landscapeOption)
    .option(...storeOption)
    .option(...embedderOption)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  groundrail search "pay the vendor\'s bill" --explain')
    .action(async (words: string[], options: SearchOptions) => {
      const { searcherOf } = await import('../search/index.ts');
      const searcher = await searcherOf(options, options.embedder);
      try {
        const result = await searcher.search(words.join(' '), { k: options.k, mode: options.mode });
        if (options.json) printJson(result);
        else printSearchResult(result, options.explain ?? false);
      } finally {
        await searcher.close();
      }
    });
}

/** A line a hit, with its reasons where asked for. */
export function printSearchResult(result: SearchResult, explain: boolean): void {
  if (result.note !== undefined) printLine(pc.yellow(plain(result.note)));
  for (const hit of result.hits) printHit(hit, explain);
}

function printHit(hit: SearchHit, explain: boolean): void {
  const role = hit.role === 'seed' ? '' : pc.cyan(` ${hit.role}`);
  const where =
    hit.process === undefined
      ? ''
      : pc.dim(` ${plain(hit.process)}${hit.activity === undefined ? '' : ` > ${plain(hit.activity)}`}`);
  printLine(`${String(hit.rank).padStart(2)}. ${pc.bold(plain(hit.id))}${role}  ${plain(hit.label)}${where}`);
  if (!explain) return;
  printLine(pc.dim(`    score ${hit.score.toFixed(3)} =`));
  for (const { source, value, via } of hit.contributions) {
    if (Math.abs(value) < 0.0005) continue;
    printLine(
      pc.dim(
        `      ${value >= 0 ? '+' : '-'} ${Math.abs(value).toFixed(3)}  ${source}${via === undefined ? '' : `: ${plain(via)}`}`,
      ),
    );
  }
}
