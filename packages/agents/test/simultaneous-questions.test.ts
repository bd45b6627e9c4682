import { silentLogger, ToolRegistry } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { createDatabase } from '@shipmate/db';
import { createTestTenant, startTestPostgres, type TestPostgres } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { beginResponse, createRunExecutor, createRunLog, type RunRequest } from '../src/index.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

async function setUp() {
  const database = await createDatabase({ databaseUrl: await postgres.url() }, { logger: silentLogger });
  onTestFinished(() => database.close());
  await database.migrate();
  const { unitOfWork, notifications } = database;
  const { principal } = await createTestTenant(unitOfWork);
  return { unitOfWork, notifications, principal };
}

it('enqueue begins one run when simultaneous questions arrive in a conversation without a workspace', async () => {
  const { unitOfWork, notifications, principal } = await setUp();
  const executor = createRunExecutor({
    unitOfWork,
    notifications,
    runLog: createRunLog({ unitOfWork, notifications }),
    models: { get: () => new ScriptedModel([]) },
    tools: new ToolRegistry(),
    approvalSecret: 'a secret of the tests',
    logger: silentLogger,
  });
  const conversation = { id: newId(), workspaceId: null, contextType: 'plain' } as const;
  await unitOfWork.stores.conversations.create(principal, conversation);
  const question: RunRequest = {
    conversationId: conversation.id,
    workspaceId: null,
    contextType: 'plain',
    message: 'And in winter?',
    model: 'scripted:model',
  };
  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => executor.enqueue(principal, question)));
  const refused = asked.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(refused).toEqual(Array.from({ length: 7 }, () => expect.objectContaining({ code: 'CONFLICT' })));
  expect(await unitOfWork.stores.conversations.listMessages(principal, conversation.id)).toHaveLength(1);
});

it.each([true, false])(
  'beginResponse begins one run when a job is delivered repeatedly, with an existing conversation: %s',
  async (has) => {
    const { unitOfWork, principal } = await setUp();
    const { userId, organizationId } = principal;
    const [taskId, conversationId] = [newId(), newId()];
    const conversation = { id: conversationId, workspaceId: null, contextType: 'plain' } as const;
    if (has) await unitOfWork.stores.conversations.create(principal, conversation);
    const messages = [{ role: 'user', content: 'And in winter?' } as const];
    const job = {
      userId,
      organizationId,
      taskId,
      conversationId,
      workspaceId: null,
      model: 'scripted:model',
      messages,
    };
    const begun = await Promise.all(Array.from({ length: 8 }, () => beginResponse(unitOfWork, job)));
    expect(begun.map(({ id }) => id)).toEqual(begun.map(() => taskId));
    expect(await unitOfWork.stores.runs.listForConversation(principal, conversationId)).toHaveLength(1);
  },
);
