import { jsonTags } from '../recount/json-tags.ts';
import { below, scanTags, type Tag } from '../recount/tags.ts';
import { isOpenApi } from './document-kind.ts';

/** What a file is, by its content. `namespaces` are those that metadata declares, or that annotations describe. */
export type FileKind =
  | { readonly name: 'metadata' | 'annotations'; readonly namespaces: readonly string[] }
  | { readonly name: 'openapi' | 'bpmn' | 'bindings' | 'valueHelp' | 'vocabulary' | 'effects' };

const yamlKinds = ['bindings', 'valueHelp', 'vocabulary', 'effects'] as const;

/** Recognises a file by the elements or keys that only its kind has; undefined where it is of none. */
export function recogniseFile(path: string, content: Uint8Array): FileKind | undefined {
  if (isOpenApi(path, content)) return { name: 'openapi' };
  const text = Buffer.from(content).toString('utf8').replaceAll('\0', '');
  if (/\.ya?ml$/i.test(path)) {
    const name = yamlKinds.find((key) => new RegExp(`^${key}\\s*:`, 'm').test(text));
    return name && { name };
  }
  const [root] = (/\.json$/i.test(path) ? jsonTags(text) : scanTags(text)).children;
  if (root?.name === 'definitions') {
    return [...root.attributes.values()].some((value) => value.includes('omg.org/spec/BPMN/'))
      ? { name: 'bpmn' }
      : undefined;
  }
  return root?.name === 'Edmx' || root?.name === 'Schema' ? metadataKind(root) : undefined;
}

function metadataKind(root: Tag): FileKind | undefined {
  const tags = [root, ...below(root)];
  if (tags.some(({ name }) => name === 'EntityContainer')) {
    return { name: 'metadata', namespaces: namespacesOf(tags.filter(({ name }) => name === 'Schema')) };
  }
  const targets = tags
    .filter(({ name }) => name === 'Annotations')
    .map(({ attributes }) => attributes.get('Target') ?? '');
  if (targets.length === 0) return undefined;
  const included = new Map(
    tags
      .filter(({ name }) => name === 'Include')
      .map(({ attributes }) => [attributes.get('Alias'), attributes.get('Namespace')]),
  );
  const described = targets.map((target) => {
    const [type = ''] = target.split(/[/(]/, 1);
    const namespace = type.slice(0, Math.max(0, type.lastIndexOf('.')));
    return included.get(namespace) ?? namespace;
  });
  return { name: 'annotations', namespaces: [...new Set(described)] };
}

function namespacesOf(schemas: readonly Tag[]): string[] {
  return schemas.flatMap(({ attributes }) => attributes.get('Namespace') ?? []);
}
