import { type Document, isMap, isSeq, parseDocument } from 'yaml';
import { GroundrailError } from '../../base/index.ts';

/** A binding as bindings.yaml writes it. */
export interface BindingEntry {
  process: string;
  activity: string;
  service: string;
  entitySet?: string;
  operation: string;
}

/**
 * The text of a bindings file with further entries at its end; comments and what was there stay as they are.
 * Throws `landscape-invalid` where the file is no bindings file.
 */
export function appendBindings(text: string, entries: readonly BindingEntry[], path: string): string {
  const document: Document = parseDocument(text.trim() === '' ? 'bindings: []\n' : text);
  const root = document.contents;
  if (document.errors.length > 0 || !isMap(root)) {
    throw new GroundrailError('landscape-invalid', {
      path,
      problem: 'This is no bindings file, so nothing was appended. It must hold a list under "bindings".',
    });
  }
  if (!isSeq(root.get('bindings'))) root.set('bindings', document.createNode([]));
  const list = root.get('bindings');
  if (!isSeq(list)) throw new TypeError('A list that was just set is a list.');
  if (list.items.length === 0) list.flow = false;
  for (const entry of entries) list.add(document.createNode(entry, { flow: true }));
  return document.toString({ lineWidth: 0 });
}
