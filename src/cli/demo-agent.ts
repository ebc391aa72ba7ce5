import { setImmediate as settled } from 'node:timers/promises';
import pc from 'picocolors';
import type { AgentOutcome, WorkspaceOptions } from '../workspace/index.ts';
import { printRequests } from './approval-prompt.ts';
import { inDemoWorld } from './demo-world.ts';
import { isComplete, RunView } from './run-view.ts';
import { printLine } from './terminal.ts';

const task =
  'Order 50 chains CHN-11 at 12.40 euros each from supplier 20014 as a standard order by buyer group B02, for the Tarnwood works, then sign the order.';

/** What the agent did in the demo, as the mock judged it. */
export interface DemoRun {
  task: string;
  complete: boolean;
  outcome: AgentOutcome | undefined;
  /** Calls that reached the mock. */
  calls: { method: string; url: string; status: number; accepted: boolean }[];
}

/** Lets the planner carry out a task of two steps against a mock of its own; the demo approves what it is shown. */
export async function runDemoAgent(landscape: string, store: string, shown: boolean): Promise<DemoRun> {
  const { ask } = await import('../workspace/index.ts');
  const approve: WorkspaceOptions['ask'] = async ({ requests }) => {
    if (shown) {
      // What happened before is shown first.
      await settled();
      printLine(pc.bold('\nSend this? In your landscape you are asked; here the demo says yes.'));
      printRequests(requests);
    }
    return { approved: true, by: 'demo' };
  };
  return inDemoWorld(landscape, store, approve, async ({ workspace, mock }) => {
    const view = new RunView();
    let outcome: AgentOutcome | undefined;
    for await (const event of ask(workspace, task, { model: 'planner', actor: 'demo' })) {
      if (shown) view.show(event);
      if (event.type === 'ended') outcome = event.outcome;
    }
    const calls = mock.calls().map(({ method, url, status, accepted }) => ({ method, url, status, accepted }));
    const good = calls.filter(({ accepted }) => accepted).length;
    if (shown)
      printLine(
        pc.dim(`The mock, which judges by its own reading of the metadata, accepted ${good} of ${calls.length} calls.`),
      );
    return { task, complete: outcome !== undefined && isComplete(outcome), outcome, calls };
  });
}
