import type { Command } from 'commander';
import { jsonOption } from './options.ts';
import { printFindings, printJson, printLine } from './terminal.ts';

export function registerInit(program: Command): void {
  program
    .command('init')
    .argument('[folder]', 'folder with metadata and BPMN files', '.')
    .description('write landscape.yaml from the metadata and BPMN files found there')
    .option('--force', 'replace a landscape.yaml that is there already')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  groundrail init ./my-files')
    .action(async (folder: string, options: { force?: boolean; json?: boolean }) => {
      const { initLandscape } = await import('../workspace/index.ts');
      const report = await initLandscape(folder, { force: options.force ?? false });
      if (options.json) return printJson(report);
      printLine(`Wrote ${report.path}: ${report.services} services, ${report.processes} processes.`);
      printFindings(report.findings);
      const isEmpty = report.services === 0 && report.processes === 0;
      printLine(`Next: ${isEmpty ? 'add files, then groundrail init --force' : 'groundrail index'} ${folder}`);
    });
}
