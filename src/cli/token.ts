import type { Command } from 'commander';
import pc from 'picocolors';
import { GroundrailError } from '../base/index.ts';
import { optionsToRepeat } from './call-options.ts';
import { ExitCode } from './exit-code.ts';
import { jsonOption, landscapeOption, listOf, storeOption, wholeNumber } from './options.ts';
import { plain, printJson, printLine } from './terminal.ts';

const scopes = ['read', 'plan', 'execute', 'approve', 'admin'] as const;
const longestName = 100;
const day = 86_400_000;

interface TokenOptions {
  landscape: string;
  store?: string;
  json?: boolean;
}

export function registerToken(program: Command): void {
  const token = program.command('token').description('access tokens for the HTTP API and MCP over HTTP');
  const withOptions = (command: Command) =>
    command
      .option(...landscapeOption)
      .option(...storeOption)
      .option(...jsonOption);

  withOptions(token.command('create').argument('<name>', 'whom or what it is for; stands in traces and approvals'))
    .description('make a token; it is shown once and kept as a hash')
    .requiredOption('--scopes <list>', `what it allows: ${scopes.join(', ')}`, listOf('--scopes', scopes))
    .option('--days <number>', 'good for so many days (default: until it is revoked)', wholeNumber('--days', 1, 3650))
    .addHelpText('after', '\nExample:\n  groundrail token create invoice-agent --scopes read,plan,execute --days 90')
    .action(async (name: string, options: TokenOptions & { scopes: (typeof scopes)[number][]; days?: number }) => {
      if (plain(name) !== name || name === '' || name.length > longestName)
        throw new GroundrailError('usage', {
          problem: `A token's name is one line of at most ${longestName} characters.`,
        });
      await withRecords(options, 'write', async (records) => {
        const { createToken } = await import('../server/index.ts');
        const { token: made, record } = await createToken(records, {
          name,
          scopes: options.scopes,
          createdBy: userName(),
          ...(options.days !== undefined && { expiresAt: new Date(Date.now() + options.days * day).toISOString() }),
        });
        const { hash: _, ...shown } = record;
        if (options.json) return printJson({ ...shown, token: made });
        printLine(made);
        process.stderr.write(
          `Keep it now: it is not shown again. Revoke it with "groundrail token revoke ${record.id}${optionsToRepeat(options)}".\n`,
        );
      });
    });

  withOptions(token.command('list'))
    .description('tokens with their scopes and state, without their secrets')
    .addHelpText('after', '\nExample:\n  groundrail token list -C ./landscape')
    .action((options: TokenOptions) =>
      withRecords(options, 'read', async (records) => {
        const { statusOf } = await import('../server/index.ts');
        const tokens = (await records.tokens()).map((state) => {
          const { hash: _, ...shown } = state.token;
          return {
            ...shown,
            status: statusOf(state, Date.now()),
            ...(state.revocation && { revocation: state.revocation }),
          };
        });
        if (options.json) return printJson({ tokens });
        for (const { id, name, status, scopes: allowed, createdAt, expiresAt } of tokens) {
          const until = expiresAt === undefined ? '' : ` until ${expiresAt}`;
          const state = status === 'active' ? pc.green(status) : pc.red(status);
          printLine(
            `${pc.bold(id)}  ${state}  ${plain(name)}  ${allowed.join(',')}  ${pc.dim(`${createdAt}${until}`)}`,
          );
        }
      }),
    );

  withOptions(token.command('revoke').argument('<id>', 'id of the token, as "token list" shows it'))
    .description('end a token now')
    .addHelpText('after', '\nExample:\n  groundrail token revoke 9f86d081884c7d65')
    .action((id: string, options: TokenOptions) =>
      withRecords(options, 'write', async (records) => {
        const revoked = await records.revokeToken({ tokenId: id, at: new Date().toISOString(), by: userName() });
        if (options.json) printJson({ id, revoked });
        if (revoked) {
          if (!options.json) printLine(`Revoked ${id}.`);
          return;
        }
        process.exitCode = ExitCode.badInput;
        process.stderr.write(
          `There is no token ${plain(id)} that could be revoked. "groundrail token list" shows them.\n`,
        );
      }),
    );
}

type Records = Awaited<ReturnType<typeof import('../workspace/index.ts').openRecordsOf>>;

async function withRecords(
  options: TokenOptions,
  mode: 'read' | 'write',
  use: (records: Records) => Promise<void>,
): Promise<void> {
  const { openRecordsOf } = await import('../workspace/index.ts');
  const records = await openRecordsOf(options.landscape, options.store, mode);
  try {
    await use(records);
  } finally {
    await records.close();
  }
}

function userName(): string {
  return process.env.USER ?? process.env.USERNAME ?? 'user';
}
