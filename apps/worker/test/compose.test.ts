import { demoScript } from '@shipmate/agents/demo';
import { silentLogger, ToolRegistry } from '@shipmate/core';
import { createTestDatabase } from '@shipmate/db/testing';
import { createModelCatalog } from '@shipmate/providers';
import { createInlineCompute } from '@shipmate/tools/testing';
import { inspectRoutes } from 'hono/dev';
import { expect, it } from 'vitest';
import { compose } from '../src/compose.ts';
import { storeAnsweredConversation } from './answered-conversation.ts';

const models = createModelCatalog({ environment: {}, demoScript });
const draining = new AbortController().signal;
const tools = new ToolRegistry();
const ports = {
  compute: createInlineCompute(),
  kubernetes: undefined,
  capabilityIndex: undefined,
  mail: { send: async () => ({ isCaptured: true, messageId: null }), close: async () => undefined },
  webhooks: {
    requireAllowed: () => undefined,
    request: async () => ({ status: 200, text: '' }),
    close: async () => undefined,
  },
};

it('the worker describes a conversation after its first answer, and reports that it is ready', async () => {
  await using database = await createTestDatabase('pglite');
  const read = await storeAnsweredConversation(database.unitOfWork);
  const described = Promise.withResolvers<void>();
  const logger = {
    ...silentLogger,
    info: (message: string) => message === 'conversation described' && described.resolve(),
  };
  const { app } = await compose({ host: '127.0.0.1' }, { logger, database, models, tools, ports, draining });
  await described.promise;
  expect(await read()).toEqual({ title: 'Set 3 replicas', summary: expect.stringContaining('A small web shop') });

  expect((await app.request('http://127.0.0.1/healthz')).status).toBe(200);
  const routes = inspectRoutes(app).filter(({ isMiddleware }) => !isMiddleware);
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /healthz',
    'GET /readyz',
    'GET /metrics',
  ]);
  const ready = await app.request('http://127.0.0.1/readyz');
  expect(await ready.json()).toEqual({ status: 'ready', checks: { database: 'ok' } });
});

it('the worker is not ready while it drains or when its database is unavailable', async () => {
  const database = await createTestDatabase('pglite');
  const leaving = new AbortController();
  const resources = {
    logger: silentLogger,
    database,
    models,
    tools,
    ports,
    draining: leaving.signal,
  };
  const { app } = await compose({ host: '127.0.0.1' }, resources);
  await database.close();
  const gone = await app.request('http://127.0.0.1/readyz');
  expect(gone.status).toBe(503);
  expect(await gone.json()).toEqual({ status: 'unavailable', checks: { database: 'failed' } });
  leaving.abort();
  expect(await (await app.request('http://127.0.0.1/readyz')).json()).toMatchObject({ status: 'draining' });
});
