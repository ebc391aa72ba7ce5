/** Namespaces of attributes that CSDL gives a meaning to, with the prefix they get here whatever the file calls them. */
const attributePrefixes = new Map([
  ['http://schemas.microsoft.com/ado/2007/08/dataservices/metadata', 'm'],
  ['http://docs.oasis-open.org/odata/ns/metadata', 'm'],
  ['http://schemas.microsoft.com/ado/2009/02/edm/annotation', 'annotation'],
  ['http://www.sap.com/Protocols/SAPData', 'sap'],
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
]);

/** What a prefix customarily stands for: used where a file forgets to declare it. */
const customary: Readonly<Record<string, string>> = {
  sap: 'http://www.sap.com/Protocols/SAPData',
  m: 'http://schemas.microsoft.com/ado/2007/08/dataservices/metadata',
  annotation: 'http://schemas.microsoft.com/ado/2009/02/edm/annotation',
  edmx: 'http://docs.oasis-open.org/odata/ns/edmx',
  edm: 'http://docs.oasis-open.org/odata/ns/edm',
};

/** An element's local name and namespace; `csdl` where that namespace is one of EDMX or EDM, or none is declared at all. */
export interface ElementName {
  readonly local: string;
  readonly namespace: string;
  readonly csdl: boolean;
}

/** The namespace declarations in force at some depth. Answers are remembered, so a name costs one look-up after its first use. */
export class NamespaceScope {
  readonly depth: number;
  readonly parent: NamespaceScope | undefined;
  readonly #declared: ReadonlyMap<string, string>;
  readonly #onUnbound: (prefix: string) => void;
  readonly #elements = new Map<string, ElementName>();
  readonly #attributes = new Map<string, string | undefined>();

  constructor(
    depth: number,
    declared: ReadonlyMap<string, string>,
    onUnbound: (prefix: string) => void,
    parent?: NamespaceScope,
  ) {
    this.depth = depth;
    this.#declared = declared;
    this.#onUnbound = onUnbound;
    this.parent = parent;
  }

  element(name: string): ElementName {
    let found = this.#elements.get(name);
    if (found === undefined) {
      const colon = name.indexOf(':');
      const prefix = colon < 0 ? '' : name.slice(0, colon);
      const namespace = this.#resolve(prefix) ?? '';
      const csdl = namespace === '' ? prefix === '' : /\/edmx?$/.test(namespace);
      found = { local: colon < 0 ? name : name.slice(colon + 1), namespace, csdl };
      this.#elements.set(name, found);
    }
    return found;
  }

  /** The canonical name of a prefixed attribute (`m:HasStream`, `sap:label`); undefined for namespaces without meaning here. */
  attribute(name: string): string | undefined {
    if (this.#attributes.has(name)) return this.#attributes.get(name);
    const colon = name.indexOf(':');
    const prefix = name.slice(0, colon);
    const uri = this.#resolve(prefix);
    const canonical = prefix === 'sap' ? 'sap' : uri === undefined ? undefined : attributePrefixes.get(uri);
    const answer = canonical === undefined ? undefined : `${canonical}${name.slice(colon)}`;
    this.#attributes.set(name, answer);
    return answer;
  }

  #resolve(prefix: string): string | undefined {
    for (let scope: NamespaceScope | undefined = this; scope; scope = scope.parent) {
      const uri = scope.#declared.get(prefix);
      if (uri !== undefined) return uri;
    }
    if (prefix === '') return '';
    if (prefix === 'xml') return 'http://www.w3.org/XML/1998/namespace';
    this.#onUnbound(prefix);
    return customary[prefix];
  }
}
