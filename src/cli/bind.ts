import type { Command } from 'commander';
import pc from 'picocolors';
import { embedderOption, jsonOption, storeOption } from './options.ts';
import { plain, printFindings, printJson, printLine } from './terminal.ts';

interface BindOptions {
  write?: boolean;
  store?: string;
  embedder?: string;
  json?: boolean;
}

export function registerBind(program: Command): void {
  program
    .command('bind')
    .argument('<landscape>', 'folder with a landscape.yaml')
    .description('propose an entity set or operation for every unbound activity; nothing is applied without --write')
    .option('--write', 'append the proposals to bindings.yaml after showing the difference')
    .option(...storeOption)
    .option(...embedderOption)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  groundrail bind ./landscape')
    .action(async (landscape: string, options: BindOptions) => {
      const { openWorkspace } = await import('../workspace/index.ts');
      const workspace = await openWorkspace({ ...options, landscape });
      try {
        const report = await workspace.proposeBindings();
        const written =
          options.write && report.proposals.length > 0 ? await workspace.writeBindings(report) : undefined;
        if (options.json) return printJson({ ...report, ...(written === undefined ? {} : { written: written.path }) });
        if (report.proposals.length === 0) printLine('Every activity is bound.');
        for (const proposal of report.proposals) {
          const best = proposal.candidates[0];
          printLine(`${pc.bold(plain(`${proposal.process} > ${proposal.name}`))}`);
          if (!best) printLine(pc.yellow('    nothing fits'));
          for (const candidate of proposal.candidates.slice(0, 3)) {
            printLine(
              `    ${candidate.confidence.toFixed(2)}  ${plain(`${candidate.operation} ${[candidate.service, candidate.entitySet].filter((part) => part !== undefined).join('/')}`)}  ${pc.dim(plain(candidate.label))}`,
            );
          }
        }
        if (report.diff !== '') printLine(`\n${report.diff}`);
        if (written !== undefined) printFindings(written.findings);
        if (written !== undefined)
          printLine(`Appended to ${written.path}. Run "groundrail index ${landscape}" to use it.`);
        else if (report.diff !== '')
          printLine(
            'Nothing was written. Add --write to append this to the bindings file; proposals below 0.35 are left to you.',
          );
      } finally {
        await workspace.close();
      }
    });
}
