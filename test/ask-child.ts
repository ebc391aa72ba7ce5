import { ask, openWorkspace } from '../src/workspace/index.ts';

/**
 * A process that carries out a task and kills itself some time after it has begun to submit:
 * `ask-child.ts <landscape> <target> <trace id> <task> <milliseconds>`.
 */
const [landscape = '', target = '', traceId = '', task = '', after = ''] = process.argv.slice(2);
const workspace = await openWorkspace({ landscape, target, ask: async () => ({ approved: true, by: 'test' }) });
for await (const event of ask(workspace, task, { traceId, today: '2026-06-01' })) {
  if (event.type !== 'call' || event.effect !== 'submit') continue;
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(after));
}
await workspace.close();
