import type { Command } from 'commander';
import { userName } from './call-options.ts';
import { embedderOption, landscapeOption, listOf, storeOption, targetOption } from './options.ts';
import { plain } from './terminal.ts';

const scopes = ['read', 'plan', 'execute', 'approve', 'admin'] as const;

interface McpCommandOptions {
  landscape: string;
  store?: string;
  embedder?: string;
  target?: string;
  scopes?: (typeof scopes)[number][];
  index?: boolean;
}

export function registerMcp(program: Command): void {
  program
    .command('mcp')
    .description('serve the landscape to an MCP client over standard input and output')
    .option('--index', 'read and index the landscape first, where something changed')
    .option(
      '--scopes <list>',
      `what the client may do: ${scopes.join(', ')} (default: all)`,
      listOf('--scopes', scopes),
    )
    .option(...targetOption)
    .option(...landscapeOption)
    .option(...storeOption)
    .option(...embedderOption)
    .addHelpText(
      'after',
      '\nExample of a client\'s configuration:\n  { "mcpServers": { "groundrail": { "command": "npx", "args": ["groundrail", "mcp", "-C", "/path/to/landscape"] } } }',
    )
    .action(async (options: McpCommandOptions) => {
      const { runMcp } = await import('../server/index.ts');
      const stop = new AbortController();
      process.once('SIGTERM', () => stop.abort());
      await runMcp({
        ...options,
        user: userName(),
        log: (line) => process.stderr.write(`${plain(line)}\n`),
        signal: stop.signal,
      });
    });
}
