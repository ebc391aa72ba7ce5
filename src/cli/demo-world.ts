import type { MockServer } from '../mock/index.ts';
import type { Workspace, WorkspaceOptions } from '../workspace/index.ts';

/** The demo landscape and the mock that its calls go to. */
export interface DemoWorld {
  readonly workspace: Workspace;
  readonly mock: MockServer;
}

/** Opens a landscape against a mock of its own for as long as it is used; what is recorded stays in memory. */
export async function inDemoWorld<Result>(
  landscape: string,
  store: string,
  ask: WorkspaceOptions['ask'],
  use: (world: DemoWorld) => Promise<Result>,
): Promise<Result> {
  const [{ MemoryRecords, mockOptionsOf, openWorkspace }, { startMock }] = await Promise.all([
    import('../workspace/index.ts'),
    import('../mock/index.ts'),
  ]);
  const mock = await startMock(await mockOptionsOf(landscape));
  try {
    const workspace = await openWorkspace({
      landscape,
      store,
      target: mock.url,
      records: new MemoryRecords(),
      actor: 'demo',
      ...(ask !== undefined && { ask }),
    });
    try {
      return await use({ workspace, mock });
    } finally {
      await workspace.close();
    }
  } finally {
    await mock.close();
  }
}
