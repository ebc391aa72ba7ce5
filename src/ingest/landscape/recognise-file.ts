import { isOpenApi } from './document-kind.ts';

/** What a file is, by its content. `namespaces` are those that metadata declares, or that annotations describe. */
export type FileKind =
  | { readonly name: 'metadata' | 'annotations'; readonly namespaces: readonly string[] }
  | { readonly name: 'openapi' | 'bpmn' | 'bindings' | 'valueHelp' | 'vocabulary' | 'effects' };

const yamlKinds = ['bindings', 'valueHelp', 'vocabulary', 'effects'] as const;

/** Recognises a file by looking for the words that only its kind has; undefined where it is of none. */
export function recogniseFile(path: string, content: Uint8Array): FileKind | undefined {
  if (isOpenApi(path, content)) return { name: 'openapi' };
  const text = Buffer.from(content).toString('utf8').replaceAll('\0', '');
  if (/\.ya?ml$/i.test(path)) {
    const name = yamlKinds.find((key) => new RegExp(`^${key}\\s*:`, 'm').test(text));
    return name && { name };
  }
  if (/\.json$/i.test(path)) return jsonKind(text);
  if (/<(?:[\w.-]+:)?definitions\b[^>]*omg\.org\/spec\/BPMN/.test(text)) return { name: 'bpmn' };
  if (!/<(?:[\w.-]+:)?(?:Edmx|Schema)\b/.test(text)) return undefined;
  if (/<(?:[\w.-]+:)?EntityContainer\b/.test(text)) {
    return { name: 'metadata', namespaces: all(text, /<(?:[\w.-]+:)?Schema\b[^>]*?\bNamespace\s*=\s*["']([^"']+)/g) };
  }
  return /<(?:[\w.-]+:)?Annotations\b/.test(text)
    ? { name: 'annotations', namespaces: describedNamespaces(text) }
    : undefined;
}

function jsonKind(text: string): FileKind | undefined {
  if (!/"\$(?:Version|EntityContainer|Kind)"\s*:/.test(text)) return undefined;
  return { name: 'metadata', namespaces: all(text, /"\$EntityContainer"\s*:\s*"([^"]+)\.[^".]+"/g) };
}

/** The namespaces of annotation targets, the aliases of included ones resolved. */
function describedNamespaces(text: string): string[] {
  const included = new Map<string, string>();
  for (const [tag] of text.matchAll(/<(?:[\w.-]+:)?Include\b[^>]*>/g)) {
    const [alias, namespace] = ['Alias', 'Namespace'].map(
      (name) => new RegExp(`\\b${name}\\s*=\\s*["']([^"']+)`).exec(tag)?.[1],
    );
    if (alias && namespace) included.set(alias, namespace);
  }
  return all(text, /<(?:[\w.-]+:)?Annotations\b[^>]*?\bTarget\s*=\s*["']([^"'/(]+)/g).map((target) => {
    const namespace = target.slice(0, Math.max(0, target.lastIndexOf('.')));
    return included.get(namespace) ?? namespace;
  });
}

function all(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].flatMap(([, found]) => found ?? []))];
}
