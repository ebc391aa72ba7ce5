import {
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSample, type SampleLandscape } from '../../../test/server/sample-server.ts';

const oidc = { issuer: 'https://id.example', audience: 'groundrail' };
let sample: SampleLandscape;

beforeAll(async () => {
  sample = await openSample();
}, 240_000);
afterAll(() => sample.close());

describe('who makes tokens for the server', () => {
  it('is told by a refusal, and found by the official MCP client', async () => {
    const { url } = await sample.serve({ oidc, requireToken: true });
    for (const [path, place] of [
      ['/mcp', '/.well-known/oauth-protected-resource/mcp'],
      ['/api/v1/services', '/.well-known/oauth-protected-resource'],
    ]) {
      const refused = await fetch(`${url}${path}`);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${url}${place}"`);
    }
    const forged = await fetch(`${url}/mcp`, { headers: { authorization: 'Bearer a.b.c' } });
    const { error, resourceMetadataUrl } = extractWWWAuthenticateParams(forged);
    expect(error).toBe('invalid_token');
    const metadata = await discoverOAuthProtectedResourceMetadata(`${url}/mcp`, {
      resourceMetadataUrl: String(resourceMetadataUrl),
    });
    expect(metadata).toMatchObject({
      resource: `${url}/mcp`,
      authorization_servers: ['https://id.example'],
      scopes_supported: ['read', 'plan', 'execute', 'approve', 'admin'],
      bearer_methods_supported: ['header'],
    });
    expect(await discoverOAuthProtectedResourceMetadata(url)).toMatchObject({ resource: url });
  });

  it('is told with the address by which the server is known outside', async () => {
    const { url } = await sample.serve({ oidc, publicUrl: 'https://rail.example/' });
    const metadata = await (await fetch(`${url}/.well-known/oauth-protected-resource/mcp`)).json();
    expect(metadata).toMatchObject({ resource: 'https://rail.example/mcp' });
    await expect(sample.serve({ publicUrl: 'rail.example' })).rejects.toThrow(/write it like https/);
  });

  it('is nothing where there is no identity provider', async () => {
    const { url } = await sample.serve({ requireToken: true });
    expect((await fetch(`${url}/.well-known/oauth-protected-resource`)).status).toBe(404);
    expect((await fetch(`${url}/mcp`)).headers.get('www-authenticate')).toBe('Bearer');
  });
});
