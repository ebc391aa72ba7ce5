import type { Finding } from '../../base/index.ts';

/** True for an OpenAPI or Swagger document: JSON or YAML with the key that names its version among the first. */
export function isOpenApi(path: string, content: Uint8Array): boolean {
  const head = Buffer.from(content.subarray(0, 4096)).toString('utf8');
  return /\.(?:json|ya?ml)$/i.test(path) && /(?:^|[\n{,])\s*"?(?:openapi|swagger)"?\s*:\s*["'\d]/.test(head);
}

/** The one sentence about OpenAPI documents. */
export function openApiFinding(path: string): Finding {
  return {
    rule: 'openapi-not-read',
    severity: 'error',
    path,
    message: 'OpenAPI documents are not read yet; this version reads OData metadata.',
    effect: 'The service is left out; nothing can be found in it or bound to it.',
  };
}
