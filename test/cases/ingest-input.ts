import { readBpmnDocument, readODataDocument } from '../../src/ingest/index.ts';

/** What reading the input of a case gave; `skipped` where the product cannot read such documents yet. */
export type CaseReading =
  | { readonly skipped: string }
  | Pick<ReturnType<typeof readODataDocument>, 'patch' | 'findings' | 'refused'>;

/** Reads an input as the product would, by its kind; services get the id CASE. */
export async function readCaseInput(file: string, content: Uint8Array): Promise<CaseReading> {
  const head = Buffer.from(content.subarray(0, 4096)).toString('utf8');
  if (file.endsWith('.bpmn') || /omg\.org\/spec\/BPMN/.test(head)) return await readBpmnDocument({ file, content });
  if (/\.ya?ml$/.test(file) || (file.endsWith('.json') && /"(openapi|swagger)"\s*:/.test(head))) {
    return { skipped: 'OpenAPI documents cannot be read yet' };
  }
  return readODataDocument({ service: { id: 'CASE' }, file, content });
}
