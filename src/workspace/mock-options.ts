/** What a mock of a landscape needs: files, which it reads by its own means. */
export interface MockLandscape {
  services: { id: string; metadata: string; annotations: string[]; required?: 'auto' | 'nullable' | 'annotated' }[];
  valueHelp: string[];
  effects: string[];
}

/** The files of a landscape that a mock serves; OpenAPI documents are left out. */
export async function mockOptionsOf(folder: string): Promise<MockLandscape> {
  const { readLandscapeFile } = await import('../ingest/index.ts');
  const { landscape } = await readLandscapeFile(folder);
  return {
    services: landscape.services
      .filter((service) => /\.(edmx|xml)$/i.test(service.metadata.path))
      .map(({ id, metadata, annotations, required }) => ({
        id,
        metadata: metadata.absolute,
        annotations: annotations.map((file) => file.absolute),
        ...(required === undefined ? {} : { required }),
      })),
    valueHelp: landscape.valueHelp.map((file) => file.absolute),
    effects: landscape.effects.map((file) => file.absolute),
  };
}
