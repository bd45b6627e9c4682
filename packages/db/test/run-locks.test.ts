import { noUsage } from '@shipmate/core';
import { newId, type Stores } from '@shipmate/domain';
import type { NewRunStep } from '@shipmate/domain/run';
import { expect, it } from 'vitest';
import { createTestDatabase, createTestTenant } from '../src/testing/index.ts';

const step: NewRunStep = {
  turn: 0,
  model: 'test:model',
  finish: 'stop',
  usage: { ...noUsage, inputTokens: 1 },
  costUsd: 0.5,
  messages: [],
  durationMs: 1,
};
const end = { status: 'completed', stopReason: 'final', usage: { ...noUsage, inputTokens: 3 }, costUsd: 0.5 } as const;

it('runs of one user store turns and end while a transaction of another run is open', async () => {
  await using database = await createTestDatabase('postgres');
  const { unitOfWork } = database;
  const { principal } = await createTestTenant(unitOfWork);

  async function createRun() {
    const { conversations, runs } = unitOfWork.stores;
    const [conversationId, lease] = [newId(), { runId: newId(), owner: newId() }];
    await conversations.create(principal, { id: conversationId, workspaceId: null, contextType: 'tables' });
    const place = { conversationId, workspaceId: null, model: 'test:model' };
    await runs.create(principal, { id: lease.runId, ...place, lease: { owner: lease.owner, seconds: 60 } });
    return lease;
  }

  const leases = [await createRun(), await createRun()];
  const complete = async ({ runs }: Stores, index: number): Promise<void> => {
    const lease = leases[index] ?? { runId: '', owner: '' };
    await runs.saveStep(lease, step);
    await runs.end(lease, { ...end, errorCode: null, errorMessage: null });
  };
  await unitOfWork.transaction(async (first) => {
    await complete(first, 0);
    await unitOfWork.transaction((second) => complete(second, 1));
  });
  const [record] = await unitOfWork.stores.spend.listRecords(principal, {});
  expect(record).toMatchObject({ inputTokens: 6, costUsd: 1 });
});
