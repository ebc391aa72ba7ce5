import { openRecords } from '../src/record/index.ts';

/** A process that claims a plan when it is told to: `claim-child.ts <location> <plan>`; it prints "ready", waits for input, prints the answer. */
const [location = '', plan = ''] = process.argv.slice(2);
const records = await openRecords(location, 'write');
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
process.stdout.write(`${await records.claimPlan(plan, new Date().toISOString())}\n`);
await records.close();
process.exit();
