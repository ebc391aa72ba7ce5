import type { Finding } from '../../base/index.ts';
import { emptyPatch } from '../../graph/index.ts';
import { append } from '../append.ts';
import { decodeXml, maxDocumentBytes } from '../decode.ts';
import type { Reading } from '../reading.ts';
import type { ServiceDescription } from '../service-description.ts';
import { applyAnnotations } from './apply-annotations.ts';
import { drawBindings } from './bindings.ts';
import { readContainers } from './containers.ts';
import { parseCsdlJson } from './csdl-json.ts';
import { declareTypes } from './declare-types.ts';
import { declaresOf } from './declares.ts';
import { Diagnostics } from './diagnostics.ts';
import { type CsdlDocument, openDocument } from './document.ts';
import { emit } from './emit.ts';
import type { Model } from './model.ts';
import { readAssociations, readNavigation } from './navigations.ts';
import { readOperations } from './operations.ts';
import { readProperty } from './properties.ts';
import { applySapToType } from './sap-attributes.ts';
import { SourceText } from './source-text.ts';
import { linkBaseTypes, linkKeys } from './structured-types.ts';
import { TypeResolver } from './type-resolver.ts';
import { readValueHelps } from './value-help.ts';
import { parseXml } from './xml.ts';

/** A metadata document and the annotation documents that go with it; `file` is the name that findings use. */
export interface DocumentInput {
  readonly service: ServiceDescription;
  readonly file: string;
  readonly content: Uint8Array | string;
  readonly annotations?: readonly { readonly file: string; readonly content: Uint8Array | string }[];
}

/**
 * Reads OData metadata (CSDL XML of V1 to V4.01, CSDL JSON) into a patch. Opens no file and no connection. Partly bad documents load the rest
 * with findings; what cannot be read at all is `refused` with an error finding. Broken annotation documents never refuse the metadata.
 */
export function readODataDocument(input: DocumentInput): Reading {
  const diagnostics = new Diagnostics();
  const document = readDocument(input.file, input.content, diagnostics);
  if (document === undefined) return { patch: emptyPatch(), findings: diagnostics.finish(), refused: true };
  const { id, ...described } = input.service;
  const model: Model = {
    service: id,
    serviceAttributes: {
      ...described,
      protocol: 'odata',
      version: document.version,
      declares: declaresOf(document),
    },
    document,
    diagnostics,
    patch: emptyPatch(),
    types: new Map(),
    containers: new Map(),
    setsByName: new Map(),
    operations: [],
  };
  readModel(model);
  const extra: CsdlDocument[] = [];
  for (const { file, content } of input.annotations ?? []) {
    const annotations = readDocument(file, content, diagnostics);
    if (annotations !== undefined) extra.push(annotations);
  }
  applyAnnotations(model, [document, ...extra]);
  readValueHelps(model);
  emit(model);
  return { patch: model.patch, findings: diagnostics.finish(), refused: false };
}

function readDocument(file: string, content: Uint8Array | string, diagnostics: Diagnostics): CsdlDocument | undefined {
  if (content.length > maxDocumentBytes) {
    diagnostics.findings.push(tooLarge(file, content.length));
    return undefined;
  }
  const { text, findings } = decodeXml(content, file);
  append(diagnostics.findings, findings);
  const source = new SourceText(file, text);
  const root = /^\s*\{/.test(text) ? parseCsdlJson(source, diagnostics) : parseXml(source, diagnostics);
  return root && openDocument(root, diagnostics);
}

function tooLarge(file: string, size: number): Finding {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  return {
    rule: 'too-large',
    severity: 'error',
    path: file,
    message: `The file has ${megabytes(size)}; documents over ${megabytes(maxDocumentBytes)} are not read.`,
    effect: 'Nothing is loaded from this file.',
  };
}

function readModel(model: Model): void {
  declareTypes(model);
  const resolver = new TypeResolver(model.document, model.types, model.diagnostics);
  linkBaseTypes(model, resolver);
  const associations = readAssociations(model);
  for (const type of model.types.values()) {
    if (type.kind !== 'entity' && type.kind !== 'complex') continue;
    if (type.element.sap) applySapToType(type.attributes, type.element.sap);
    for (const child of type.element.children) {
      if (child.name === 'Property') readProperty(model, resolver, type, child);
      else if (child.name === 'NavigationProperty') readNavigation(model, resolver, associations, type, child);
    }
  }
  linkKeys(model);
  readContainers(model, resolver);
  readOperations(model, resolver);
  drawBindings(model);
}
