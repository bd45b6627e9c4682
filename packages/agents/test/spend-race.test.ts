import { bindTools, defineTool, silentLogger, ToolRegistry } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { createDatabase } from '@shipmate/db';
import { createTestTenant, startTestPostgres } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import type { NumberedRunEvent } from '@shipmate/domain/run';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createRunExecutor, createRunLog } from '../src/index.ts';

const none = { tokens: null, costUsd: null };
const usage = { inputTokens: 90, outputTokens: 10 };
const turnTokens = 100;
const racers = 4;

const ponder = defineTool({
  name: 'ponder',
  description: 'Thinks.',
  category: 'tables',
  effect: 'write',
  input: z.object({}),
  output: z.object({ thought: z.string() }),
  execute: async () => ({ thought: newId() }),
});

/** Opens an executor with its own connections, as in another process: it shares only the database. */
async function openExecutor(databaseUrl: string) {
  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  await database.start();
  const { unitOfWork, notifications } = database;
  const model = new ScriptedModel([
    { when: ({ toolChoice }) => toolChoice === 'none', times: Infinity, text: 'Here is what I have.', usage },
    { times: Infinity, toolCalls: [{ name: 'ponder' }], usage },
  ]);
  const runLog = createRunLog({ unitOfWork, notifications });
  const executor = createRunExecutor({
    unitOfWork,
    notifications,
    runLog,
    models: { get: () => model },
    tools: new ToolRegistry(bindTools([ponder], {})).freeze(),
    approvalSecret: 'a secret of the tests',
    logger: silentLogger,
  });
  return {
    model,
    executor,
    lastEvent: async (runId: string): Promise<NumberedRunEvent['event'] | undefined> => {
      let last: NumberedRunEvent['event'] | undefined;
      for await (const { event } of runLog.tail(runId, { signal: AbortSignal.timeout(120_000) })) last = event;
      return last;
    },
    close: async () => {
      await executor.close();
      runLog.close();
      await database.close();
    },
  };
}

it('executors that share a PostgreSQL exceed a spend limit by at most their active and final turns', async () => {
  await using stack = new AsyncDisposableStack();
  const postgres = await startTestPostgres();
  stack.defer(() => postgres.stop());
  const databaseUrl = await postgres.url();
  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  stack.defer(() => database.close());
  await database.migrate();
  await database.start();
  const { principal } = await createTestTenant(database.unitOfWork);
  const { spend } = database.unitOfWork.stores;
  const limit = 1_250;
  await spend.setLimits(principal, {
    organization: { day: none, month: { tokens: limit, costUsd: null } },
    user: { day: none, month: none },
  });

  const executors = await Promise.all(Array.from({ length: racers }, () => openExecutor(databaseUrl)));
  for (const { close } of executors) stack.defer(close);

  const ends = await Promise.all(
    executors.map(async ({ model, executor, lastEvent }) => {
      const { run } = await executor.start(principal, {
        conversationId: newId(),
        workspaceId: null,
        contextType: 'tables',
        message: 'Think.',
        model: model.id,
      });
      return { end: await lastEvent(run.id), turns: model.requests.length };
    }),
  );
  // A run that started late may find the budget exhausted and reports that.
  const reasons = ends.map(({ end }) => (end?.type === 'run_ended' ? (end.error?.code ?? end.stopReason) : end?.type));
  expect(new Set([...reasons, 'RATE_LIMITED'])).toEqual(new Set(['budget', 'RATE_LIMITED']));
  const [month] = (await spend.listWindows(principal)).filter(({ period }) => period === 'month');
  const spent = month?.spent.tokens ?? 0;
  expect(spent).toBe(ends.reduce((turns, run) => turns + run.turns, 0) * turnTokens);
  expect(spent).toBeGreaterThanOrEqual(limit);
  expect(spent).toBeLessThan(limit + 2 * racers * turnTokens);
});
