import type { Diagnostics } from './diagnostics.ts';
import { booleanOf, type CsdlElement } from './element.ts';

/** The facets that properties, parameters and type definitions share. */
export interface Facets {
  maxLength?: number | 'max';
  precision?: number;
  scale?: number | 'variable' | 'floating';
  unicode?: boolean;
  srid?: string;
  defaultValue?: string;
}

/** Reads the facets of an element into `target`; a facet that cannot be read is reported and left out. */
export function readFacets(element: CsdlElement, target: Facets, diagnostics: Diagnostics): void {
  const { attributes } = element;
  if (attributes.MaxLength !== undefined) {
    if (attributes.MaxLength.toLowerCase() === 'max') target.maxLength = 'max';
    else setNumber(target, 'maxLength', 'MaxLength', element, diagnostics);
  }
  if (attributes.Precision !== undefined) setNumber(target, 'precision', 'Precision', element, diagnostics);
  if (attributes.Scale !== undefined) {
    const word = attributes.Scale.toLowerCase();
    if (word === 'variable' || word === 'floating') target.scale = word;
    else setNumber(target, 'scale', 'Scale', element, diagnostics);
  }
  const unicode = booleanOf(attributes.Unicode);
  if (unicode !== undefined) target.unicode = unicode;
  if (attributes.SRID !== undefined) target.srid = attributes.SRID;
  if (attributes.DefaultValue !== undefined) target.defaultValue = attributes.DefaultValue;
}

function setNumber(
  target: Facets,
  key: 'maxLength' | 'precision' | 'scale',
  facet: 'MaxLength' | 'Precision' | 'Scale',
  element: CsdlElement,
  diagnostics: Diagnostics,
): void {
  const written = element.attributes[facet] ?? '';
  if (/^\s*\d{1,10}\s*$/.test(written)) {
    target[key] = Number(written);
    return;
  }
  diagnostics.warning(
    'unreadable-facet',
    element,
    `${element.name} ${element.attributes.Name ?? ''} has ${facet}="${written}", which is no number${facet === 'Scale' ? ', "variable" or "floating"' : facet === 'MaxLength' ? ' or "max"' : ''}.`,
    'The facet is dropped, so that limit is not checked.',
  );
}
