/** The namespace of BPMN 2.0 models (OMG formal/2011-01-03). */
export const bpmnNamespace = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance';

/** What prefixes mean that a document uses and never declares. */
export const customaryPrefixes: ReadonlyMap<string, string> = new Map([
  ['bpmn', bpmnNamespace],
  ['bpmn2', bpmnNamespace],
  ['xsi', schemaInstance],
  ['bpmndi', 'http://www.omg.org/spec/BPMN/20100524/DI'],
]);

/** Prefixes of an element and its surroundings to namespaces; of a repeated declaration the first counts. */
export function declaredNamespaces(
  outer: ReadonlyMap<string, string>,
  attributes: readonly (readonly [string, string])[],
): ReadonlyMap<string, string> {
  let namespaces: Map<string, string> | undefined;
  const seen = new Set<string>();
  for (const [name, value] of attributes) {
    if ((name !== 'xmlns' && !name.startsWith('xmlns:')) || seen.has(name)) continue;
    seen.add(name);
    namespaces ??= new Map(outer);
    namespaces.set(name.slice('xmlns:'.length), value.trim());
  }
  return namespaces ?? outer;
}

/** Attributes without a prefix, those that no XML name can have left out; of a repeated one the first counts. */
export function unprefixedAttributes(attributes: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const plain = new Map<string, string>();
  for (const [name, value] of attributes) {
    if (/^[\w.-]+$/.test(name) && name !== 'xmlns' && !plain.has(name)) plain.set(name, value);
  }
  return plain;
}

/** Local name of the `xsi:type`, where it is one of BPMN. */
export function bpmnTypeOf(
  attributes: readonly (readonly [string, string])[],
  namespaces: ReadonlyMap<string, string>,
): string | undefined {
  for (const [name, value] of attributes) {
    const attribute = splitName(name);
    if (
      attribute.local !== 'type' ||
      attribute.prefix === '' ||
      (namespaces.get(attribute.prefix) ?? customaryPrefixes.get(attribute.prefix)) !== schemaInstance
    )
      continue;
    const type = splitName(value.trim());
    return (namespaces.get(type.prefix) ?? customaryPrefixes.get(type.prefix)) === bpmnNamespace
      ? type.local
      : undefined;
  }
  return undefined;
}

/** Prefix and local part of a qualified name. */
export function splitName(name: string): { prefix: string; local: string } {
  const colon = name.indexOf(':');
  return colon < 0 ? { prefix: '', local: name } : { prefix: name.slice(0, colon), local: name.slice(colon + 1) };
}
