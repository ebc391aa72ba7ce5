import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { sharedFolder } from '../shared.ts';
import { findCases, type RegressionCase } from './case-folder.ts';
import { checkExecute } from './check-execute.ts';
import { checkIngest } from './check-ingest.ts';
import { checkMcp } from './check-mcp.ts';
import type { Outcome } from './outcome.ts';

/** Which adapter runs a case. */
const checks: Readonly<Record<string, (one: RegressionCase) => Promise<Outcome>>> = {
  ingest: checkIngest,
  execute: checkExecute,
  mcp: checkMcp,
};

/** `GROUNDRAIL_CASES` names a folder of cases, one area or one case; else the shared cases are run. */
function casesFolder(): string | undefined {
  if (process.env.GROUNDRAIL_CASES !== undefined) return resolve(process.env.GROUNDRAIL_CASES);
  const shared = sharedFolder();
  return shared && join(shared, 'cases');
}

const folder = casesFolder();
if (folder === undefined || !existsSync(folder)) {
  const problem = `the folder of cases ${folder ?? ''} is not here (set GROUNDRAIL_CASES)`;
  if (process.env.GROUNDRAIL_CASES !== undefined) throw new Error(problem);
  console.warn(`SKIPPED regression cases: ${problem}.`);
  describe.skip('regression cases', () => test('none'));
} else {
  runAll(findCases(folder));
}

function runAll(cases: readonly RegressionCase[]): void {
  const lines: string[] = [];
  let passed = 0;
  describe('regression cases', () => {
    for (const one of cases) {
      test(one.name, async (context) => {
        const outcome = await run(one);
        if ('skipped' in outcome) {
          lines.push(`SKIPPED ${one.name}: ${outcome.skipped}`);
          context.skip(outcome.skipped);
        } else if (outcome.problems.length > 0) {
          lines.push(`FAILED ${one.name}: ${outcome.problems.join('; ')}`);
          throw withoutStack(outcome.problems.join('\n'));
        }
        passed++;
      });
    }
    test('there are cases', () => {
      if (cases.length === 0) throw withoutStack(`no case lies in ${folder}`);
    });
    afterAll(() => console.log([...lines, `${passed} of ${cases.length} cases passed`].join('\n')));
  });
}

async function run(one: RegressionCase): Promise<Outcome> {
  const check = checks[one.check];
  if (check === undefined) return { problems: [`expect.yaml has the unknown check "${one.check}"`] };
  try {
    return await check(one);
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

function withoutStack(message: string): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}
