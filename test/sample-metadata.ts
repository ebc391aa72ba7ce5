import type { Finding } from '../src/base/index.ts';
import { checkIntegrity, type GraphNode, MemoryGraph, type NodeKind } from '../src/graph/index.ts';
import { type DocumentInput, readODataDocument } from '../src/ingest/index.ts';

/** A V4 document around the content of one schema with the namespace N; `head` goes before the data services. */
export function v4(schema: string, head = ''): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">${vocabularies}${head}<edmx:DataServices>
<Schema Namespace="N" Alias="Self" xmlns="http://docs.oasis-open.org/odata/ns/edm">
${schema}
</Schema></edmx:DataServices></edmx:Edmx>`;
}

/** A V2 document around the content of one schema with the namespace N. */
export function v2(schema: string, version = '2.0'): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns:sap="http://www.sap.com/Protocols/SAPData">
<edmx:DataServices m:DataServiceVersion="${version}">
<Schema Namespace="N" xmlns="http://schemas.microsoft.com/ado/2008/09/edm">
${schema}
</Schema></edmx:DataServices></edmx:Edmx>`;
}

const vocabularies = [
  ['Org.OData.Core.V1', 'Core'],
  ['Org.OData.Capabilities.V1', 'Capabilities'],
  ['Org.OData.Validation.V1', 'Validation'],
  ['Org.OData.Measures.V1', 'Measures'],
  ['com.sap.vocabularies.Common.v1', 'Common'],
  ['com.sap.vocabularies.UI.v1', 'UI'],
]
  .map(([namespace, alias]) => `<edmx:Include Namespace="${namespace}" Alias="${alias}"/>`)
  .map((include) => `<edmx:Reference Uri="https://example.com/vocabulary.xml">${include}</edmx:Reference>`)
  .join('');

/** What came of reading a sample, with short ways to look at it. Ids begin with `S`. */
export interface SampleReading {
  readonly graph: MemoryGraph;
  readonly findings: readonly Finding[];
  readonly refused: boolean;
  /** Attributes of a node; fails where it does not exist. */
  attributes<K extends NodeKind>(kind: K, id: string): GraphNode<K>['attributes'];
  /** Rules of the findings above info, in order. */
  readonly rules: readonly string[];
}

/** Reads a document as the service S and checks that the graph has no dangling edge and no double id. */
export function readSample(content: string | Uint8Array, annotations: readonly string[] = []): SampleReading {
  const input: DocumentInput = {
    service: { id: 'S' },
    file: 'sample.edmx',
    content,
    annotations: annotations.map((text, index) => ({ file: `annotations-${index}.xml`, content: text })),
  };
  const { patch, findings, refused } = readODataDocument(input);
  const graph = new MemoryGraph();
  const broken = [...graph.apply(patch), ...checkIntegrity(graph)];
  if (broken.length > 0) throw new Error(`the graph is broken: ${JSON.stringify(broken.slice(0, 3))}`);
  return {
    graph,
    findings,
    refused,
    attributes: (kind, id) => {
      const node = graph.node(kind, id);
      if (node === undefined) throw new Error(`there is no ${kind} ${id}`);
      return node.attributes;
    },
    rules: findings.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule),
  };
}
