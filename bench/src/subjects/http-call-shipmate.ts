import { startServer } from '../../../packages/server/src/index.ts';
import { createHttpSubject } from '../http-subject.ts';
import type { Subject } from '../subject.ts';
import { createToolsApi } from '../tools-api.ts';

export async function createSubject(): Promise<Subject> {
  const api = await createToolsApi();
  const server = await startServer({ app: api.app, port: 0 });
  const close = async (): Promise<void> => {
    await server.close();
    await api.close();
  };
  return createHttpSubject({ url: server.url, fetch, close }, api.token);
}
