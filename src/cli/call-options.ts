import type { Command } from 'commander';
import type { AskApproval, WorkspaceOptions } from '../workspace/index.ts';
import { jsonOption, landscapeOption, storeOption, targetOption } from './options.ts';

/** Options of every command that may call a system. */
export interface CallOptions {
  landscape: string;
  store?: string;
  target?: string;
  json?: boolean;
}

/** Adds the options of a command that may call a system. */
export function withCallOptions(command: Command): Command {
  return command
    .option(...targetOption)
    .option(...landscapeOption)
    .option(...storeOption)
    .option(...jsonOption);
}

/** How a workspace is opened for such a command, on behalf of whoever runs it. */
export function workspaceOptionsOf(
  { landscape, store, target }: CallOptions,
  ask: AskApproval | undefined,
): WorkspaceOptions {
  return {
    landscape,
    actor: userName(),
    ...(store !== undefined && { store }),
    ...(target !== undefined && { target }),
    ...(ask !== undefined && { ask }),
  };
}

/** The options that the next command must repeat, with a blank before each. */
export function optionsToRepeat({ landscape, store, target }: CallOptions): string {
  const options = { '-C': landscape === '.' ? undefined : landscape, '--store': store, '--target': target };
  return Object.entries(options)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name} ${/\s/.test(value) ? `"${value}"` : value}`]))
    .join('');
}

/** Who runs the command, as traces and approvals name them. */
export function userName(): string {
  return process.env.USER ?? process.env.USERNAME ?? 'user';
}
