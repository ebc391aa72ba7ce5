import type { Diagnostics } from './diagnostics.ts';
import type { CsdlElement } from './element.ts';
import { scanPlainXml } from './plain-xml.ts';
import { Refusal } from './refusal.ts';
import type { SourceText } from './source-text.ts';
import { parseStrictly } from './strict-xml.ts';
import { TreeBuilder } from './tree-builder.ts';

/**
 * Reads XML into CSDL elements. Document types are refused (no entity is ever expanded), as are nesting past 256 levels and text that is not
 * well-formed; unbound prefixes and a misplaced XML declaration are warned about and forgiven. Undefined: refused, an error finding says why.
 *
 * Nearly all metadata keeps to a plain subset of XML, which is scanned fast. What goes beyond it in any way is parsed again strictly.
 */
export function parseXml(source: SourceText, diagnostics: Diagnostics): CsdlElement | undefined {
  try {
    let builder = new TreeBuilder(source);
    if (!scanPlainXml(source.text, builder)) {
      builder = new TreeBuilder(source);
      parseStrictly(source, builder, diagnostics);
    }
    builder.report(diagnostics);
    return builder.root;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    diagnostics.error(error.rule, { source, offset: error.offset }, error.message, 'Nothing is loaded from this file.');
    return undefined;
  }
}
