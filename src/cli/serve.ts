import type { Command } from 'commander';
import { GroundrailError } from '../base/index.ts';
import { userName } from './call-options.ts';
import { untilStopped } from './interruption.ts';
import { embedderOption, jsonOption, landscapeOption, storeOption, targetOption, wholeNumber } from './options.ts';
import { printJson, printLine } from './terminal.ts';

interface ServeCommandOptions {
  host: string;
  port: number;
  landscape: string;
  store?: string;
  embedder?: string;
  target?: string;
  requireToken?: boolean;
  allowedHost?: string[];
  corsOrigin?: string[];
  rateLimit?: number;
  statelessMcp?: boolean;
  model?: string[];
  oidcIssuer?: string;
  oidcAudience?: string;
  publicUrl?: string;
  json?: boolean;
}

export function registerServe(program: Command): void {
  program
    .command('serve')
    .description('serve the landscape over HTTP: the REST API, its documentation, and MCP under /mcp')
    .option('--host <address>', 'address to listen on; anything but loopback needs access tokens', '127.0.0.1')
    .option('--port <number>', 'port', wholeNumber('--port', 0, 65_535), 7878)
    .option('--require-token', 'also callers on this machine need a token')
    .option('--allowed-host <name...>', 'further names under which the server may be reached')
    .option('--cors-origin <origin...>', 'pages of others that may use the API from a browser')
    .option('--rate-limit <number>', 'requests a minute for each caller', wholeNumber('--rate-limit', 1, 10_000_000))
    .option('--stateless-mcp', 'MCP without sessions')
    .option('--model <provider:model...>', 'who may carry out tasks, the default first (default: planner)')
    .option('--oidc-issuer <url>', 'identity provider whose access tokens are accepted')
    .option('--oidc-audience <name>', 'what its tokens must be made for')
    .option('--public-url <url>', 'address by which the server is known outside, such as that of a proxy with TLS')
    .option(...targetOption)
    .option(...landscapeOption)
    .option(...storeOption)
    .option(...embedderOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExample:\n  groundrail serve -C ./landscape --port 7878\n  curl "http://127.0.0.1:7878/api/v1/search?query=supplier+invoice"',
    )
    .action(
      async ({ allowedHost, corsOrigin, model, oidcIssuer, oidcAudience, json, ...options }: ServeCommandOptions) => {
        if ((oidcIssuer === undefined) !== (oidcAudience === undefined))
          throw new GroundrailError('usage', { problem: 'Give --oidc-issuer and --oidc-audience together.' });
        const { startServer } = await import('../server/index.ts');
        const server = await startServer({
          ...options,
          user: userName(),
          ...(allowedHost !== undefined && { allowedHosts: allowedHost }),
          ...(model !== undefined && { models: model }),
          ...(corsOrigin !== undefined && { corsOrigins: corsOrigin }),
          ...(oidcIssuer !== undefined &&
            oidcAudience !== undefined && { oidc: { issuer: oidcIssuer, audience: oidcAudience } }),
        });
        const { url, port } = server;
        if (json) printJson({ url, port, api: `${url}/api/v1`, docs: `${url}/docs`, mcp: `${url}/mcp` });
        else printLine(`Serving ${url}: API under /api/v1 (${url}/docs), MCP under /mcp. Stop with Ctrl-C.`);
        await untilStopped();
        await server.close();
      },
    );
}
