import { GroundrailError } from '../../base/index.ts';

/** Where an OpenAI-compatible server takes embeddings, and the model asked for. `name` holds no query string. */
export interface EndpointAddress {
  name: string;
  url: URL;
  model: string;
}

const remedy = 'Write endpoint:<url>#<model>, such as endpoint:https://models.example/v1#text-embedding-3-small.';

/** Reads `<url>#<model>`; `/embeddings` is added where the path does not end with it. Throws `model-unavailable`. */
export function parseEndpointAddress(address: string): EndpointAddress {
  const hash = address.indexOf('#');
  const model = hash < 0 ? '' : address.slice(hash + 1).trim();
  if (model === '') throw unusable('endpoint', 'the address names no model after #');
  const written = address.slice(0, hash);
  if (!URL.canParse(written)) throw unusable('endpoint', 'its address is not a URL');
  const url = new URL(written);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw unusable('endpoint', 'its address is not http(s)');
  if (url.username !== '' || url.password !== '') {
    throw unusable(
      'endpoint',
      'its address carries a user or password',
      'Put the key into the environment variable GROUNDRAIL_EMBEDDINGS_API_KEY.',
    );
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  const name = `endpoint:${url.origin}${url.pathname === '/' ? '' : url.pathname}#${model}`;
  if (!url.pathname.endsWith('/embeddings')) url.pathname = `${url.pathname === '/' ? '' : url.pathname}/embeddings`;
  return { name, url, model };
}

function unusable(model: string, reason: string, what = remedy): GroundrailError {
  return new GroundrailError('model-unavailable', { model, reason, remedy: what });
}
