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
  const outside = text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g, '');
  if (/<!DOCTYPE|<!ENTITY/i.test(outside))
    return { problem: `${path} has a document type declaration; remove it to see the diagram.` };
  return { xml: text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g, keepData).trimStart() };
}

/** Only CDATA sections are content; comments and instructions go. */
function keepData(part: string): string {
  return part.startsWith('<![CDATA[') ? part : '';
}
