import type { Diagnostics } from './diagnostics.ts';
import type { CsdlElement } from './element.ts';
import type { SourceText } from './source-text.ts';

/** Reads CSDL JSON into the same elements as CSDL XML. Undefined: refused, an error finding says why. */
export function parseCsdlJson(source: SourceText, diagnostics: Diagnostics): CsdlElement | undefined {
  diagnostics.error(
    'csdl-json',
    { source, offset: 0 },
    'CSDL JSON is not read yet.',
    'Nothing is loaded from this file.',
  );
  return undefined;
}
