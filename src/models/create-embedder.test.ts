import { describe, expect, it } from 'vitest';
import { createEmbedder } from './create-embedder.ts';

describe('createEmbedder', () => {
  it('opens the shipped table by default name', async () => {
    const embedder = await createEmbedder('static');
    expect(embedder.name).toBe('static');
    expect(embedder.revision).toMatch(/^[0-9a-f]{8}$/);
  });

  it.each(['', 'dynamic', 'STATIC', 'onnx', 'endpoint'])(
    'refuses the name "%s" and lists the choices',
    async (spec) => {
      await expect(createEmbedder(spec)).rejects.toMatchObject({
        code: 'model-unavailable',
        message: expect.stringContaining('Choose "static", "onnx:<folder>" or "endpoint:<url>#<model>".'),
      });
    },
  );

  it.each([
    ['endpoint:https://models.example/v1', 'the address names no model after #'],
    ['endpoint:models.example#m', 'its address is not a URL'],
    ['endpoint:file:///etc/passwd#m', 'its address is not http(s)'],
    ['endpoint:https://user:secret@models.example/v1#m', 'its address carries a user or password'],
  ])('refuses the address %s', async (spec, reason) => {
    const refusal = createEmbedder(spec, { env: {} });
    await expect(refusal).rejects.toMatchObject({ code: 'model-unavailable', data: { reason } });
    await expect(refusal).rejects.not.toThrow(/secret/);
  });
});
