import type { Hono } from 'hono';
import { documentPage, documentStyle } from './document-page.ts';
import { entityTag, matchesTag } from './entity-tag.ts';
import type { ServerEnvironment } from './guard.ts';
import { openApiDocument } from './openapi.ts';
import type { Route } from './route.ts';

/** `/openapi.json` and the page that people read, `/docs`. Both say nothing about the landscape. */
export function documentRoutes(app: Hono<ServerEnvironment>, routes: readonly Route[]): void {
  let document: { text: string; tag: string; page: string } | undefined;
  const make = () => {
    const content = openApiDocument(routes);
    const text = JSON.stringify(content);
    return { text, tag: entityTag(text), page: documentPage(content) };
  };
  app.get('/openapi.json', (context) => {
    context.set('route', '/openapi.json');
    document ??= make();
    const headers = { etag: document.tag, 'cache-control': 'no-cache' };
    if (matchesTag(context.req.raw.headers.get('if-none-match'), document.tag)) return context.body(null, 304, headers);
    return context.body(document.text, 200, { ...headers, 'content-type': 'application/json' });
  });
  app.get('/docs', (context) => {
    context.set('route', '/docs');
    document ??= make();
    return context.html(document.page);
  });
  app.get('/docs/style.css', (context) => {
    context.set('route', '/docs/style.css');
    return context.body(documentStyle, 200, { 'content-type': 'text/css; charset=utf-8' });
  });
}
