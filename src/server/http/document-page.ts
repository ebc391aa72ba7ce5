interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: unknown }>>;
}

/** The look of the page; light and dark follow the reader's system. */
export const documentStyle = `:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: light-dark(#0a5, #5d9); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { background: var(--soft); padding: 0.75rem; overflow-x: auto; border-radius: 6px; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
section { margin: 1.5rem 0; }
h3 code { font-size: 1rem; }
.method { color: var(--accent); text-transform: uppercase; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--line); }
nav li { margin: 0.2rem 0; }
`;

/** An OpenAPI document as one page without any script. */
export function documentPage(document: Readonly<Record<string, unknown>>): string {
  const { info, paths, components } = document as {
    info: { title: string; version: string; description: string };
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, unknown> };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
  const groups = tags.map((tag) => {
    const ofTag = operations.filter(({ operation }) => operation.tags.includes(tag));
    return `<h2>${escapeHtml(tag)}</h2>${ofTag.map(section).join('')}`;
  });
  const links = operations.map(
    ({ path, method, operation }) =>
      `<li><a href="#${operation.operationId}"><code><span class="method">${method}</span> ${escapeHtml(path)}</code></a> ${escapeHtml(operation.summary)}</li>`,
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title><link rel="stylesheet" href="/docs/style.css"></head>
<body><main><h1>${escapeHtml(info.title)} API <small>${escapeHtml(info.version)}</small></h1>
<p>${escapeHtml(info.description)}</p><p>The same for machines: <a href="/openapi.json">openapi.json</a>.</p>
<nav aria-label="Operations"><ul>${links.join('')}</ul></nav>
${groups.join('')}
<h2>Schemas</h2>${schemas.join('')}</main></body></html>`;
}

function section({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const rows = parameters.map(
    (one) =>
      `<tr><td><code>${escapeHtml(one.name)}</code></td><td>${one.in}${one.required ? ', required' : ''}</td><td>${escapeHtml(one.description ?? '')} <code>${escapeHtml(typeText(one.schema))}</code></td></tr>`,
  );
  const answers = Object.entries(responses)
    .filter(([, { description: said }]) => said !== undefined)
    .map(
      ([status, { description: said = '', content }]) =>
        `<li><code>${status}</code> ${escapeHtml(said)} ${schemaLinks(content)}</li>`,
    );
  return `<section id="${operationId}"><h3><code><span class="method">${method}</span> ${escapeHtml(path)}</code></h3>
<p>${escapeHtml(summary)}. ${escapeHtml(description.replaceAll('`', ''))}</p>
${rows.length === 0 ? '' : `<table><thead><tr><th>Parameter</th><th>Where</th><th>What</th></tr></thead><tbody>${rows.join('')}</tbody></table>`}
${requestBody === undefined ? '' : `<p>Body: ${schemaLinks(requestBody.content)}</p>`}
<ul>${answers.join('')}</ul></section>`;
}

function typeText(schema: Readonly<Record<string, unknown>>): string {
  const { type, enum: words, default: value, minimum, maximum } = schema;
  const range = typeof minimum === 'number' && typeof maximum === 'number' ? ` ${minimum} to ${maximum}` : '';
  const kind = Array.isArray(words) ? words.join(' | ') : String(type ?? 'any');
  return `${kind}${range}${value === undefined ? '' : `, default ${String(value)}`}`;
}

function schemaLinks(content: unknown): string {
  const names = [...JSON.stringify(content ?? '').matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name]) => name ?? '',
  );
  return [...new Set(names)].map((name) => `<a href="#schema-${name}"><code>${name}</code></a>`).join(', ');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
