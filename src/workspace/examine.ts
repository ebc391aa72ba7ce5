import { resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { createEmbedder } from '../models/index.ts';
import { openStore, redactLocation, resolveStoreLocation } from '../store/index.ts';

/** One thing that was looked at. */
export interface Check {
  name: string;
  status: 'ok' | 'warning' | 'failed';
  /** What was found and, where it is not well, what to do. */
  message: string;
}

/** The JSON of `groundrail doctor`. */
export interface Examination {
  checks: Check[];
}

const reachTimeout = 5000;

/** Looks at versions, the landscape, the index, the embedder and the systems that have an address; changes nothing. */
export async function examine(options: {
  landscape: string;
  store?: string;
  embedder?: string;
  fetch?: typeof fetch;
}): Promise<Examination> {
  const checks: Check[] = [
    {
      name: 'versions',
      status: 'ok',
      message: `groundrail ${manifest.version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    },
  ];
  checks.push(await attempt('index', () => examineIndex(options)));
  checks.push(
    await attempt('embedder', async () => {
      const embedder = await createEmbedder(options.embedder ?? 'static');
      await embedder.embed(['test']);
      return { status: 'ok', message: `${embedder.name}, ${embedder.dimensions} dimensions` };
    }),
  );
  const urls = new Map<string, string>();
  checks.push(
    await attempt('landscape', async () => {
      const { readLandscapeFile } = await import('../ingest/index.ts');
      const { landscape, findings } = await readLandscapeFile(options.landscape);
      for (const service of landscape.services) if (service.url !== undefined) urls.set(service.id, service.url);
      const bad = findings.filter((finding) => finding.severity !== 'info');
      return bad.length === 0
        ? {
            status: 'ok',
            message: `${landscape.name}: ${landscape.services.length} services, ${landscape.processes.length} process files`,
          }
        : { status: 'warning', message: `${landscape.name}: ${bad.length} findings, first: ${bad[0]?.message ?? ''}` };
    }),
  );
  for (const origin of new Set([...urls.values()].flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : [])))) {
    checks.push(await attempt(`reach ${origin}`, () => reach(origin, options.fetch ?? fetch)));
  }
  return { checks };
}

async function examineIndex(options: { landscape: string; store?: string }): Promise<Omit<Check, 'name'>> {
  const location = resolveStoreLocation(options.landscape, options.store);
  const store = await openStore(location, 'read');
  try {
    const meta = await store.meta();
    if (!meta)
      return {
        status: 'warning',
        message: `none at ${redactLocation(location)}; run "groundrail index ${resolve(options.landscape)}"`,
      };
    const { nodes } = meta.counts;
    return {
      status: 'ok',
      message: `${store.location}, made ${meta.createdAt} by ${meta.groundrail} with ${meta.embedder.name}: ${nodes.EntitySet ?? 0} entity sets, ${nodes.Process ?? 0} processes`,
    };
  } finally {
    await store.close();
  }
}

/** Any answer counts: whether the credentials are right shows at the first call. */
async function reach(origin: string, request: typeof fetch): Promise<Omit<Check, 'name'>> {
  const response = await request(origin, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(reachTimeout),
  });
  return { status: 'ok', message: `answers with ${response.status}` };
}

async function attempt(name: string, look: () => Promise<Omit<Check, 'name'>>): Promise<Check> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return { name, status: 'failed', message: `${error instanceof Error ? error.message : String(error)}${cause}` };
  }
}
