import { GroundrailError } from '../base/index.ts';
import type { Embedder } from './embedder.ts';
import { loadOnnxEmbedder } from './onnx/onnx-embedder.ts';
import { loadStaticEmbedder } from './static/static-embedder.ts';

/** The embedder a specification names: `static` or `onnx:<folder>`; throws `model-unavailable` where it cannot be used. */
export async function createEmbedder(spec: string): Promise<Embedder> {
  if (spec === 'static') return loadStaticEmbedder();
  if (spec.startsWith('onnx:')) return loadOnnxEmbedder(spec.slice('onnx:'.length));
  const reason = 'no embedder has that name';
  const remedy = 'Choose "static", "onnx:<folder>" or "endpoint:<url>#<model>".';
  throw new GroundrailError('model-unavailable', { model: spec, reason, remedy });
}
