import { stat } from 'node:fs/promises';
import { decodeXml } from '../decode.ts';
import { readSource, SourceFiles } from './source-files.ts';

/** Larger diagrams are not shown: a page has to lay them out. */
export const maxDiagramBytes = 4 * 1024 * 1024;

/**
 * The text of a BPMN file of a landscape, fit to be given to a page: within the landscape's rules for paths and links, bounded, without
 * byte order mark, encoding and processing instructions. A file with a document type, which might refer to elsewhere, is not given.
 */
export async function readDiagram(folder: string, path: string): Promise<{ xml: string } | { problem: string }> {
  const { files, problems } = await new SourceFiles(folder).find(path);
  const [file] = files;
  if (file === undefined || files.length > 1) return { problem: problems[0] ?? `${path} cannot be read.` };
  const { size } = await stat(file.absolute);
  if (size > maxDiagramBytes)
    return { problem: `${path} has ${Math.ceil(size / 1024 / 1024)} MB; diagrams over 4 MB are not shown.` };
  const source = await readSource(file);
  if ('problem' in source) return source;
  const { text } = decodeXml(source.content, path);
  const parts = contentOf(text);
  if (parts === undefined) return { problem: `${path} ends inside a comment, an instruction or a CDATA section.` };
  if (parts.some(({ isData, text: part }) => !isData && /<!DOCTYPE|<!ENTITY/i.test(part)))
    return { problem: `${path} has a document type declaration; remove it to see the diagram.` };
  return {
    xml: parts
      .map((part) => part.text)
      .join('')
      .trimStart(),
  };
}

/** What opens something that is no markup, and what closes it. Only CDATA sections are content. */
const openers = [
  { open: '<!--', close: '-->', isData: false },
  { open: '<![CDATA[', close: ']]>', isData: true },
  { open: '<?', close: '?>', isData: false },
] as const;

/** The text without comments and instructions, in one pass from left to right; undefined where one of them has no end. */
function contentOf(text: string): { text: string; isData: boolean }[] | undefined {
  const parts: { text: string; isData: boolean }[] = [];
  let kept = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const opened = openers.find(({ open }) => text.startsWith(open, at));
    if (opened === undefined) continue;
    const end = text.indexOf(opened.close, at + opened.open.length);
    if (end < 0) return undefined;
    parts.push({ text: text.slice(kept, at), isData: false });
    kept = end + opened.close.length;
    if (opened.isData) parts.push({ text: text.slice(at, kept), isData: true });
    at = kept - 1;
  }
  parts.push({ text: text.slice(kept), isData: false });
  return parts;
}
