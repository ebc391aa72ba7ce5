import type { ElementNames } from './name-elements.ts';
import { bpmnNamespace } from './namespaces.ts';
import type { ScannedElement } from './scan-document.ts';

/** Where bpmn-moddle keeps the number of a scanned element, among the attributes of other namespaces. */
export const numberAttribute = 'scan:n';

const referenceAttribute = /Refs?$|^default$/;
const referenceElement = /Refs?$|^(?:incoming|outgoing|source|target)$/;

/**
 * Writes scanned elements as a document that bpmn-moddle reads without losing any: every id is replaced by a legal, unique one, references
 * follow, and each element carries its number. `lines` holds the number of the element that stands in each line of the text, from line 0.
 * A reference to nothing is written as `?` and its text, so that it cannot meet an id by chance.
 */
export function writeCleanDocument(
  elements: readonly ScannedElement[],
  names: ElementNames,
): { xml: string; lines: readonly number[] } {
  const output: string[] = [];
  const lines: number[] = [];
  const open: ScannedElement[] = [];
  const closeUntil = (parent: ScannedElement | undefined) => {
    while (open.length > 0 && open.at(-1) !== parent) output.push(`</bpmn:${open.pop()?.name}>`);
  };
  for (const element of elements) {
    if (element.binding) continue;
    closeUntil(element.parent);
    if (lines.length > 0) output.push('\n');
    lines.push(element.index);
    output.push(`<bpmn:${element.name}${namespaces(element)} ${numberAttribute}="${element.index}"`);
    if (element.type !== undefined) output.push(` xsi:type="bpmn:${escapeXml(element.type)}"`);
    for (const [name, value] of element.attributes) {
      if (name === 'id') output.push(` id="${key(element)}"`);
      else
        output.push(
          ` ${name}="${escapeXml(referenceAttribute.test(name) ? reference(value, element, names) : value)}"`,
        );
    }
    output.push('>');
    if (element.text !== '') {
      const refers = referenceElement.test(element.name);
      // The comment ends the text in this line, so that what is said about it names the right element.
      output.push(escapeXml(refers ? reference(element.text, element, names) : element.text), '<!---->');
    }
    open.push(element);
  }
  closeUntil(undefined);
  return { xml: output.join(''), lines };
}

function namespaces(element: ScannedElement): string {
  if (element.parent !== undefined) return '';
  return ` xmlns:bpmn="${bpmnNamespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:scan="urn:scan"`;
}

function reference(value: string, from: ScannedElement, names: ElementNames): string {
  const target = names.resolve(value.trim(), from);
  return target === undefined ? `?${value.trim()}` : key(target);
}

function key(element: ScannedElement): string {
  return `e${element.index}`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
