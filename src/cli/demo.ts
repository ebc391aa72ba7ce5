import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import pc from 'picocolors';
import type { CallResult, OperationSpec, SearchResult, Validation, Workspace } from '../workspace/index.ts';
import { printAuditReport } from './audit.ts';
import { printCallResult } from './call.ts';
import { runDemoAgent } from './demo-agent.ts';
import { inDemoWorld } from './demo-world.ts';
import { ExitCode } from './exit-code.ts';
import { printIndexReport } from './index-landscape.ts';
import { jsonOption } from './options.ts';
import { printSearchResult } from './search.ts';
import { plain, printCallFindings, printJson, printLine } from './terminal.ts';

const questions = [
  "The vendor's bill for the new tyres is here, where does it go?",
  'A bicycle shop wants twelve bikes: what happens from their order until they have paid?',
  'The frame press broke down, who has to know?',
];
const modes = ['lexical', 'dense', 'hybrid'] as const;
const shownClasses = [
  'services',
  'entitySets',
  'entityTypes',
  'properties',
  'navigationProperties',
  'valueHelpLists',
  'processes',
  'taskActivities',
  'sequenceFlows',
  'bindings',
];

export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('the main job on the embedded demo landscape, offline, no key')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  groundrail demo')
    .action(async (options: { json?: boolean }) => {
      const folder = await mkdtemp(join(tmpdir(), 'groundrail-demo-'));
      try {
        await runDemo(demoLandscape(), folder, options.json ?? false);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
}

/** The folder of the landscape that ships with the package. */
export function demoLandscape(): string {
  return dirname(createRequire(import.meta.url).resolve('groundrail/landscapes/demo/landscape.yaml'));
}

async function runDemo(landscape: string, folder: string, json: boolean): Promise<void> {
  const { auditLandscape, indexLandscape, openWorkspace } = await import('../workspace/index.ts');
  const store = join(folder, 'index.db');
  const index = await indexLandscape(landscape, { store });
  const audit = await auditLandscape(landscape);
  const workspace = await openWorkspace({ landscape, store });
  try {
    const searches = await runSearches(workspace);
    const calls = await runCalls(landscape, store);
    if (!json) {
      heading('1. Read a landscape: metadata, processes, value lists, bindings');
      printIndexReport(index);
      heading('2. Count the sources again, by other means, and compare');
      await printAuditReport(audit, shownClasses);
      heading('3. Ask in business words');
      for (const search of searches) await printComparison(search);
      printCalls(calls);
      heading('6. Let the agent do it: the planner, which needs no model and no network');
    }
    const agent = await runDemoAgent(landscape, store, !json);
    if (json) printJson({ index, audit, searches, calls, agent });
    else printNextSteps();
    const worked = index.ok && audit.ok && calls.executed.ok && !calls.refused.ok && agent.complete;
    if (!worked) process.exitCode = ExitCode.failed;
  } finally {
    await workspace.close();
  }
}

interface Comparison {
  query: string;
  results: Record<(typeof modes)[number], SearchResult>;
}

async function runSearches(workspace: Workspace): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const query of questions) {
    const [lexical, dense, hybrid] = await Promise.all(modes.map((mode) => workspace.search(query, { k: 5, mode })));
    if (lexical && dense && hybrid) comparisons.push({ query, results: { lexical, dense, hybrid } });
  }
  return comparisons;
}

async function printComparison({ query, results }: Comparison): Promise<void> {
  const { default: Table } = await import('cli-table3');
  printLine(`\n${pc.bold(`"${query}"`)}`);
  const table = new Table({ head: ['#', ...modes], style: { head: [], border: [] } });
  for (let rank = 0; rank < 5; rank++) {
    table.push([
      rank + 1,
      ...modes.map((mode) => {
        const hit = results[mode].hits[rank];
        return hit === undefined ? '' : `${plain(hit.id)}${hit.role === 'seed' ? '' : pc.cyan(` ${hit.role}`)}`;
      }),
    ]);
  }
  printLine(table.toString());
  const best = { ...results.hybrid, hits: results.hybrid.hits.slice(0, 2) };
  printLine('Why the first two of hybrid are there:');
  printSearchResult(best, true);
}

const purchaseRequisition = { service: 'TWC_PURCHASING_SRV', entitySet: 'PurReqSet', operation: 'create' };
const goodCall = {
  ...purchaseRequisition,
  payload: { Plant: 'TW01', Product: 'SDL-20', ReqQty: 200, DelivDate: '2026-09-14' },
};
const badCall = {
  ...purchaseRequisition,
  payload: { Plant: 'Tarnwood', Produkt: 'SDL-20', ReqQty: 200, DelivDate: '14.09.2026' },
};

interface Calls {
  spec: OperationSpec;
  planned: CallResult;
  executed: CallResult;
  refused: Validation;
}

/** Plans, approves and executes a step of the demo process against a mock of the landscape, then tries a bad call. */
function runCalls(landscape: string, store: string): Promise<Calls> {
  return inDemoWorld(landscape, store, undefined, async ({ workspace }) => {
    const spec = await workspace.spec('TWC_PURCHASING_SRV/PurReqSet');
    const planned = await workspace.preview(goodCall);
    const planId = planned.plan?.id ?? '';
    await workspace.decide(planId, 'demo', 'approved');
    const executed = await workspace.executePlan(planId);
    return { spec, planned, executed, refused: await workspace.validate(badCall) };
  });
}

function printCalls({ spec, planned, executed, refused }: Calls): void {
  heading('4. Read the specification, plan, approve, execute (against a mock of the landscape)');
  printLine(spec.text);
  printLine(pc.bold('\nThe exact request, shown before anything is sent:'));
  printCallResult(planned, true);
  printLine(pc.bold('Approved and executed:'));
  printCallResult({ ...executed, requests: [] }, false);
  heading('5. A bad call never leaves');
  printLine(JSON.stringify(badCall.payload));
  printCallFindings(refused.findings);
}

function heading(text: string): void {
  printLine(`\n${pc.bold(pc.cyan(text))}`);
}

function printNextSteps(): void {
  heading('Now with your own files');
  printLine(
    '  groundrail init ./my-folder          writes landscape.yaml from the EDMX, CSDL JSON and BPMN files found there',
  );
  printLine('  groundrail index ./my-folder         reads them and says what was dropped and why');
  printLine('  groundrail search "…" -C ./my-folder --explain');
  printLine('  groundrail bind ./my-folder          proposes the entity set behind each activity');
  printLine('  groundrail mock ./my-folder          serves it all on http://127.0.0.1:4004, to try things on');
  printLine('  groundrail ask "…" -C ./my-folder --target http://127.0.0.1:4004 [--model provider:model]');
}
