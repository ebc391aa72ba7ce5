import { expect, it } from 'vitest';
import * as surface from '../src/index.ts';

it('offers these names to programs, and no others by accident', () => {
  expect(Object.keys(surface).sort()).toEqual([
    'GroundrailError',
    'MemoryRecords',
    'Workspace',
    'ask',
    'auditLandscape',
    'exportTraces',
    'indexLandscape',
    'initLandscape',
    'isGroundrailError',
    'openRecordsOf',
    'openWorkspace',
    'workspaceTools',
  ]);
});
