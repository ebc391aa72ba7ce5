import { SaxesParser } from 'saxes';
import type { Diagnostics } from './diagnostics.ts';
import { AttributeRecord } from './element.ts';
import { Refusal } from './refusal.ts';
import type { SourceText } from './source-text.ts';
import { isDeclaration, type TreeBuilder } from './tree-builder.ts';

const misplacedDeclaration = /XML declaration must (be|appear) at the start/;

/**
 * Feeds a builder from any XML 1.0 or 1.1 text and checks that it is well-formed. Throws Refusal where it is not and where a document type
 * is declared (no entity is ever expanded); only a misplaced XML declaration is forgiven, with a warning.
 */
export function parseStrictly(source: SourceText, builder: TreeBuilder, diagnostics: Diagnostics): void {
  const { text } = source;
  const parser = new SaxesParser({ xmlns: false, position: false });
  /** Offset of the tag that is being read, and the offset behind the last tag or comment. */
  let tagStart = 0;
  let textStart = 0;
  /** End of the misplaced XML declaration that is being forgiven; errors before it are about that declaration. */
  let forgivenUntil = -1;
  parser.on('error', ({ message }) => {
    const offset = Math.max(parser.position - 1, 0);
    if (offset < forgivenUntil) return;
    if (!misplacedDeclaration.test(message)) throw malformed(source, builder, offset, message);
    forgivenUntil = text.indexOf('?>', offset) + 2;
    diagnostics.warning(
      'misplaced-xml-declaration',
      { source, offset: Math.max(text.lastIndexOf('<?', offset), 0) },
      'The XML declaration does not stand at the very beginning of the file, as XML demands.',
      'It is passed over; the rest of the file is read.',
    );
  });
  parser.on('doctype', () => {
    throw new Refusal(
      'doctype',
      Math.max(text.lastIndexOf('<!DOCTYPE', parser.position), 0),
      'The file declares a document type, which can hide entity bombs and references to other files; remove the DOCTYPE.',
    );
  });
  parser.on('opentagstart', ({ name }) => {
    const likely = parser.position - name.length - 2;
    tagStart = text.charCodeAt(likely) === 60 ? likely : text.lastIndexOf('<', parser.position - 1);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const plain = new AttributeRecord();
    let prefixed: string[] | undefined;
    for (const attribute in attributes) {
      const value = attributes[attribute] ?? '';
      if (attribute.includes(':') || isDeclaration(attribute)) {
        prefixed ??= [];
        prefixed.push(attribute, value);
      } else plain[attribute] = value;
    }
    builder.open(name, tagStart, plain, prefixed);
    textStart = parser.position;
  });
  parser.on('closetag', () => {
    builder.close();
    textStart = parser.position;
  });
  parser.on('text', (content) => builder.text(content, textStart));
  parser.on('cdata', (content) => builder.text(content, textStart));
  parser.on('comment', () => {
    // Said before the ">" of the comment is read.
    textStart = parser.position + 1;
  });
  parser.write(text).close();
}

function malformed(source: SourceText, { current }: TreeBuilder, offset: number, message: string): Refusal {
  const inside = current ? ` (inside <${current.name}> of line ${source.position(current.offset).line})` : '';
  return new Refusal('not-well-formed', offset, `The XML is not well-formed: ${message.replace(/\.$/, '')}${inside}.`);
}
