import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with the given files, removed when the test ends. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'landscape-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** A small V4 service with orders, an action bound to them and a function without set. */
export const orders = `<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>
<Schema Namespace="N" Alias="Self" xmlns="http://docs.oasis-open.org/odata/ns/edm">
<EntityType Name="Base" Abstract="true"><Key><PropertyRef Name="Id"/></Key><Property Name="Id" Type="Edm.String" Nullable="false" MaxLength="10"/>
<Property Name="Kind" Type="Edm.String"/></EntityType>
<EntityType Name="Order" BaseType="Self.Base"><Property Name="Status" Type="Edm.String"/></EntityType>
<Action Name="Release" IsBound="true"><Parameter Name="it" Type="N.Order"/></Action>
<Action Name="Release" IsBound="true"><Parameter Name="it" Type="N.Base"/></Action>
<EntityContainer Name="C"><EntitySet Name="Orders" EntityType="N.Order"/></EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>`;

/** A process of that id with one task `Do`, more elements inside, and a message to a pool. */
export function process(id: string, more = ''): string {
  const binding = more.includes('<gr:') ? ' xmlns:gr="urn:groundrail:bpmn:1"' : '';
  return `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"${binding}>
<bpmn:process id="${id}"><bpmn:task id="Do" name="Do it"/><bpmn:exclusiveGateway id="G"/>${more}</bpmn:process></bpmn:definitions>`;
}
