import { silentLogger, ToolRegistry } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { createDatabase } from '@shipmate/db';
import { createTestTenant, startTestPostgres, type TestPostgres } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createRunExecutor, createRunLog, type RunRequest } from '../src/index.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

it('begins one run when many questions come at once in a conversation without a workspace', async () => {
  const database = await createDatabase({ databaseUrl: await postgres.url() }, { logger: silentLogger });
  onTestFinished(() => database.close());
  await database.migrate();
  const { unitOfWork, notifications } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const executor = createRunExecutor({
    unitOfWork,
    notifications,
    runLog: createRunLog({ unitOfWork, notifications }),
    models: { get: () => new ScriptedModel([]) },
    tools: new ToolRegistry(),
    approvalSecret: 'a secret of the tests',
    logger: silentLogger,
  });
  const conversationId = newId();
  await unitOfWork.stores.conversations.create(principal, {
    id: conversationId,
    workspaceId: null,
    contextType: 'plain',
  });
  const question: RunRequest = {
    conversationId,
    workspaceId: null,
    contextType: 'plain',
    message: 'And in winter?',
    model: 'scripted:model',
  };
  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => executor.enqueue(principal, question)));
  const refused = asked.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(refused).toEqual(Array.from({ length: 7 }, () => expect.objectContaining({ code: 'CONFLICT' })));
  expect(await unitOfWork.stores.conversations.listMessages(principal, conversationId)).toHaveLength(1);
});
