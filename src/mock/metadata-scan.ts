import type { RawAnnotation, RawAnnotationList } from './annotations.ts';

/** Attributes of the elements that the metadata parser drops or folds together, keyed as the model needs them. */
export interface ScannedMetadata {
  /** Qualified type name to the attributes of its EntityType or ComplexType element. */
  types: Map<string, Attributes>;
  /** `<qualified type>/<property>` to the attributes of the Property element. */
  properties: Map<string, Attributes>;
  entitySets: Map<string, Attributes>;
  functionImports: Map<string, Attributes & { parameters: Attributes[] }>;
  /** `<action>/<parameter>` (unqualified action name) of V4 actions and functions. */
  parameters: Map<string, Attributes>;
  /** Annotations written inside of the element they annotate, in the shape of the parser's lists. */
  inline: RawAnnotationList[];
}

export type Attributes = Record<string, string>;

const tag =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * A deliberately small second look at the metadata, by regular expression: no parser is shared with the reader that the judge judges.
 * It keeps what @sap-ux/edmx-parser drops: BaseType, HTTP methods of function imports, `sap:` attributes of properties and sets.
 */
export function scanMetadata(xml: string): ScannedMetadata {
  const scanned: ScannedMetadata = {
    types: new Map(),
    properties: new Map(),
    entitySets: new Map(),
    functionImports: new Map(),
    parameters: new Map(),
    inline: [],
  };
  const annotations = new InlineAnnotations(scanned.inline);
  let namespace = '';
  let container = '';
  let type = '';
  let operation = '';
  let functionImport: (Attributes & { parameters: Attributes[] }) | undefined;
  for (const match of xml.matchAll(tag)) {
    const [, closing, qualified = '', text = ''] = match;
    const name = qualified.slice(qualified.indexOf(':') + 1);
    if (closing !== '' || match[2] === undefined) {
      if (name === 'FunctionImport') functionImport = undefined;
      annotations.close(name);
      continue;
    }
    const attributes = attributesOf(text);
    const start = match.index + match[0].length;
    annotations.open(name, attributes, xml.slice(start, xml.indexOf('<', start)), match[4] === '/');
    switch (name) {
      case 'Schema':
        namespace = attributes.Namespace ?? '';
        break;
      case 'EntityContainer':
        annotations.target = `${namespace}.${attributes.Name}`;
        container = annotations.target;
        break;
      case 'EntityType':
      case 'ComplexType':
        type = `${namespace}.${attributes.Name}`;
        annotations.target = type;
        scanned.types.set(type, attributes);
        break;
      case 'Property':
        annotations.target = `${type}/${attributes.Name}`;
        scanned.properties.set(annotations.target, attributes);
        break;
      case 'EntitySet':
        annotations.target = `${container}/${attributes.Name}`;
        scanned.entitySets.set(attributes.Name ?? '', attributes);
        break;
      case 'FunctionImport':
        functionImport = Object.assign({ parameters: [] as Attributes[] }, attributes) as Attributes & {
          parameters: Attributes[];
        };
        scanned.functionImports.set(attributes.Name ?? '', functionImport);
        break;
      case 'Action':
      case 'Function':
        operation = attributes.Name ?? '';
        break;
      case 'Parameter':
        if (functionImport) functionImport.parameters.push(attributes);
        else scanned.parameters.set(`${operation}/${attributes.Name}`, attributes);
        break;
    }
  }
  return scanned;
}

/** Collects annotations that stand inside of elements; those below `Annotations` come from the parser. */
class InlineAnnotations {
  /** The element that an annotation met next belongs to. */
  target = '';
  readonly #lists: RawAnnotationList[];
  #external = false;
  #annotation: RawAnnotation | undefined;
  #collection: Attributes[] | undefined;

  constructor(lists: RawAnnotationList[]) {
    this.#lists = lists;
  }

  open(name: string, attributes: Attributes, text: string, empty: boolean): void {
    if (name === 'Annotations') this.#external = !empty;
    if (this.#external) return;
    if (name === 'Annotation') {
      this.#annotation = { term: attributes.Term ?? '', ...expression(attributes), record: { propertyValues: [] } };
      this.#lists.push({ target: this.target, annotations: [this.#annotation] });
      if (empty) this.#annotation = undefined;
    } else if (name === 'PropertyValue') {
      const Collection: Attributes[] = [];
      this.#collection = Collection;
      this.#annotation?.record?.propertyValues?.push({
        name: attributes.Property ?? '',
        value: { ...attributes, Collection },
      });
    } else if (/^(Navigation)?PropertyPath$|^Path$|^String$/.test(name))
      this.#collection?.push({ PropertyPath: text.trim() });
  }

  close(name: string): void {
    if (name === 'Annotations') this.#external = false;
    if (name === 'Annotation') this.#annotation = undefined;
    if (name === 'PropertyValue') this.#collection = undefined;
  }
}

function expression(attributes: Attributes): Pick<RawAnnotation, 'value'> {
  const { Term, ...value } = attributes;
  return Object.keys(value).length > 0 ? { value } : {};
}

function attributesOf(text: string): Attributes {
  const attributes: Attributes = {};
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    attributes[name] = unescapeXml(double ?? single ?? '');
  }
  return attributes;
}

function unescapeXml(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '');
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
