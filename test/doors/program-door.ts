import { isGroundrailError, openWorkspace } from '../../src/index.ts';
import type { SampleLandscape } from '../server/sample-server.ts';
import type { Answer, Door, DoorRequest } from './request.ts';

/** The TypeScript API. */
export async function openProgramDoor({ landscape, store, mock }: SampleLandscape): Promise<Door> {
  const workspace = await openWorkspace({ landscape, store, target: mock.url });
  const dataOf = (request: DoorRequest): Promise<unknown> => {
    switch (request.kind) {
      case 'search':
        return workspace.search(request.query, { k: request.k });
      case 'describe':
        return workspace.spec(request.target, { detail: request.detail, query: request.query });
      case 'values':
        return workspace.values(request.target, request.property, request.find, request.limit);
      case 'validate':
        return workspace.validate(request.call);
      case 'plan':
        return workspace.preview(request.call);
      case 'read':
        return workspace.call(request.call);
    }
  };
  return {
    name: 'TypeScript',
    async answer(request): Promise<Answer> {
      try {
        return { data: JSON.parse(JSON.stringify(await dataOf(request))) };
      } catch (error) {
        if (isGroundrailError(error)) return { error: { code: error.code, message: error.message } };
        throw error;
      }
    },
    close: () => workspace.close(),
  };
}
