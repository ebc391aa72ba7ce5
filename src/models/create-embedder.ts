import { GroundrailError } from '../base/index.ts';
import type { Embedder } from './embedder.ts';
import { EndpointEmbedder, type EndpointOptions } from './endpoint/endpoint-embedder.ts';
import { loadOnnxEmbedder } from './onnx/onnx-embedder.ts';
import { loadStaticEmbedder } from './static/static-embedder.ts';

/**
 * The embedder a specification names: `static`, `onnx:<folder>` or `endpoint:<url>#<model>`. Throws `model-unavailable` where it cannot be
 * used and `unreachable` where the server of an endpoint does not answer.
 */
export async function createEmbedder(spec: string, options: EndpointOptions = {}): Promise<Embedder> {
  if (spec === 'static') return loadStaticEmbedder();
  if (spec.startsWith('onnx:')) return loadOnnxEmbedder(spec.slice('onnx:'.length));
  if (spec.startsWith('endpoint:')) return EndpointEmbedder.connect(spec.slice('endpoint:'.length), options);
  const reason = 'no embedder has that name';
  const remedy = 'Choose "static", "onnx:<folder>" or "endpoint:<url>#<model>".';
  throw new GroundrailError('model-unavailable', { model: spec, reason, remedy });
}
