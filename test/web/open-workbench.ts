import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type MockServer, startMock } from '../../src/mock/index.ts';
import { type RunningServer, type ServeOptions, startServer } from '../../src/server/index.ts';
import { indexLandscape, mockOptionsOf } from '../../src/workspace/index.ts';

const candidates = [process.env.GROUNDRAIL_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
/** Path of the browser, where there is one. */
export const executable: string | undefined = candidates.find(
  (path): path is string => path !== undefined && existsSync(path),
);

/** Folder of the built workbench that is tested; default: that of this package. */
export const builtWorkbench: string = process.env.GROUNDRAIL_TEST_WEB ?? resolve(import.meta.dirname, '../../dist/web');

/** A theme of the page. */
export type Theme = 'light' | 'dark';

/** A page under test, with everything in it that must not happen. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors, failed policies and uncaught exceptions so far. */
  readonly complaints: string[];
}

/** The workbench of a copy of the demo landscape with its mock, and a browser. */
export interface Workbench {
  readonly server: RunningServer;
  readonly mock: MockServer;
  readonly landscape: string;
  readonly store: string;
  /** A further server over the same index. */
  serve(options?: Partial<ServeOptions>): Promise<RunningServer>;
  /** A page in a browser context of its own. */
  open(path: string, options?: { theme?: Theme; server?: RunningServer }): Promise<WatchedPage>;
}

/** A workbench that whoever opened it closes. */
export interface OpenedWorkbench extends Workbench {
  close(): Promise<void>;
}

/** Indexes a copy of the demo landscape, starts its mock, the server and the browser. */
export async function openWorkbench(): Promise<OpenedWorkbench> {
  if (!existsSync(join(builtWorkbench, 'index.html')))
    throw new Error(`There is no workbench in ${builtWorkbench}; run "npm run build" first.`);
  const folder = await mkdtemp(join(tmpdir(), 'groundrail-web-'));
  const landscape = join(folder, 'landscape');
  await cp(resolve(import.meta.dirname, '../../landscapes/demo'), landscape, { recursive: true });
  const store = join(folder, 'index.db');
  await indexLandscape(landscape, { store });
  const mock = await startMock(await mockOptionsOf(landscape));
  const servers: RunningServer[] = [];
  const serve = async (options: Partial<ServeOptions> = {}): Promise<RunningServer> => {
    const log = pino({ level: 'silent' });
    const base = { landscape, store, target: mock.url, port: 0, user: 'ann', log, workbench: builtWorkbench };
    const server = await startServer({ ...base, ...options });
    servers.push(server);
    return server;
  };
  const browser = await launch();
  const server = await serve();
  return {
    server,
    mock,
    landscape,
    store,
    serve,
    async open(path, { theme = 'light', server: other = server } = {}) {
      const context = await browser.newContext({ colorScheme: theme, viewport: { width: 1280, height: 800 } });
      return watch(context, `${other.url}${path}`);
    },
    async close() {
      await browser.close();
      await Promise.all(servers.map((one) => one.close()));
      await mock.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function launch(): Promise<Browser> {
  return chromium.launch({
    ...(executable !== undefined && { executablePath: executable }),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}

/** A page that notes console errors (a policy that refused something among them), exceptions, and what the policy reports. */
async function watch(context: BrowserContext, address: string): Promise<WatchedPage> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`policy ${violatedDirective} refused ${blockedURI} of ${sourceFile}`);
    });
  });
  await page.goto(address);
  return { page, complaints };
}
