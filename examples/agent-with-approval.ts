/**
 * The agent from a program: it finds, reads, plans and calls; a callback decides on every write with the exact request before it.
 * Run it in a checkout after `npm run build`: node --import tsx examples/agent-with-approval.ts <url of a mock> [provider:model]
 */
import { ask } from 'groundrail';
import { openDemoWorkspace, task } from './demo-workspace.ts';

const workspace = await openDemoWorkspace(async ({ requests }) => {
  for (const { method, url, body } of requests) console.log(`approving ${method} ${url} ${body ?? ''}`);
  return { approved: true, by: 'example' };
});

for await (const event of ask(workspace, task, { model: process.argv[3] ?? 'planner', today: '2026-08-03' })) {
  if (event.type === 'call') console.log(event.tool, JSON.stringify(event.input));
  if (event.type !== 'ended') continue;
  const { status, answer, traceId } = event.outcome;
  console.log(`${status}: ${answer} (groundrail trace show ${traceId})`);
  if (status !== 'finished') process.exitCode = 1;
}
await workspace.close();
