import type { RegressionCase } from './case-folder.ts';
import { caseKeys, onlyKeys } from './expectation.ts';
import type { Outcome } from './outcome.ts';

const executeKeys = [...caseKeys, 'service', 'valueHelp', 'task', 'calls', 'parallel', 'exchange'];

/** `check: execute`: calls are made against a scripted system and the requests that leave are compared. */
export async function checkExecute({ expect }: RegressionCase): Promise<Outcome> {
  onlyKeys(expect, executeKeys, 'expect.yaml');
  return { skipped: 'calls cannot be executed yet' };
}
