import { oneLine } from './fact-lists.ts';
import type { NameIndex } from './name-index.ts';
import { below, type Tag } from './tags.ts';

const labelTerm = /(?:common(?:\.v1)?\.Label|(?:^|[.:])label)$/i;

/** Labels of elements: the SAP attribute, then annotations inside the element, then annotations that target it; the last one counts. */
export class LabelIndex {
  readonly #targeted = new Map<string, string>();
  readonly #typeNames = new Map<string, string>();

  constructor(documents: readonly Tag[], names: NameIndex) {
    for (const document of documents) {
      for (const tag of below(document)) {
        if (tag.name !== 'Annotations') continue;
        const target = (tag.attributes.get('Target') ?? '').split('/');
        const path = [names.full(target[0] ?? ''), ...target.slice(1)].join('/');
        const label = annotated(tag);
        if (label !== undefined) this.#targeted.set(path, label);
        const typeName = headerTypeName(tag);
        if (typeName !== undefined) this.#typeNames.set(path, typeName);
      }
    }
  }

  /** What the header of a type calls it, for types without a label. */
  typeName(path: string): string | undefined {
    return this.#typeNames.get(path);
  }

  of(path: string, tag: Tag): string | undefined {
    return this.#targeted.get(path) ?? annotated(tag) ?? oneLine(sapLabel(tag));
  }
}

function annotated(tag: Tag): string | undefined {
  const annotation = tag.children.findLast(
    ({ name, attributes }) =>
      /^(?:Value)?Annotation$/.test(name) &&
      labelTerm.test(attributes.get('Term') ?? '') &&
      !attributes.has('Qualifier'),
  );
  const nested = annotation?.children.find(({ name }) => name === 'String')?.text;
  return oneLine(annotation?.attributes.get('String') ?? nested);
}

/** `UI.HeaderInfo/TypeName`; keys of a translation file stand in braces and say nothing. */
function headerTypeName(tag: Tag): string | undefined {
  const header = tag.children.find(({ attributes }) => /(?:^|\.)HeaderInfo$/.test(attributes.get('Term') ?? ''));
  const value = header?.children[0]?.children.find(({ attributes }) => attributes.get('Property') === 'TypeName');
  const name = oneLine(
    value?.attributes.get('String') ?? value?.children.find((child) => child.name === 'String')?.text,
  );
  return name?.startsWith('{') ? undefined : name;
}

function sapLabel(tag: Tag): string | undefined {
  for (const [name, value] of tag.attributes) if (name.endsWith(':label')) return value;
  return undefined;
}
