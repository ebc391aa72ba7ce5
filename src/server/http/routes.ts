import type { Route } from './route.ts';
import { askRoutes } from './routes/ask.ts';
import { callRoutes } from './routes/calls.ts';
import { graphRoutes } from './routes/graph.ts';
import { jobRoutes } from './routes/jobs.ts';
import { landscapeRoutes } from './routes/landscape.ts';
import { processRoutes } from './routes/processes.ts';
import { recordRoutes } from './routes/records.ts';
import { searchRoutes } from './routes/search.ts';
import type { ServerContext } from './server-context.ts';

/** Every route of the API, in the order in which the document tells them. */
export function createRoutes(server: ServerContext): Route[] {
  return [
    ...searchRoutes(server),
    ...callRoutes(server),
    ...askRoutes(server),
    ...landscapeRoutes(server),
    ...processRoutes(server),
    ...graphRoutes(server),
    ...recordRoutes(server),
    ...jobRoutes(server),
  ];
}
