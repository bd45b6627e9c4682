import { AppError, bindTools, defineTool, noUsage } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import type { SpendLimit, SpendLimits } from '@shipmate/domain/spend';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

const none: SpendLimit = { tokens: null, costUsd: null };
const unlimited: SpendLimits = { organization: { day: none, month: none }, user: { day: none, month: none } };

/** Tokens of each answer of the model. */
const turnTokens = 100;
const usage = { inputTokens: 90, outputTokens: 10 };
const wrapUp: ScriptedStep = {
  when: ({ toolChoice }) => toolChoice === 'none',
  times: Infinity,
  text: 'Here is what I have.',
  usage,
};

function createTurnStep(): ScriptedStep {
  return { times: Infinity, toolCalls: [{ name: 'ponder' }], usage };
}

/** Creates a tool for repeated calls; `meanwhile` runs during each call. */
function createPonder(meanwhile: () => Promise<unknown> = () => Promise.resolve()) {
  let thoughts = 0;
  const ponder = defineTool({
    name: 'ponder',
    description: 'Thinks.',
    category: 'chart',
    effect: 'read',
    input: z.object({}),
    output: z.object({ thought: z.number() }),
    execute: async () => {
      await meanwhile();
      thoughts += 1;
      return { thought: thoughts };
    },
  });
  return { extraTools: bindTools([ponder], {}), leaseSeconds: 60 };
}

const limitTokens = ({ unitOfWork, principal }: AgentFixture, tokens: number) =>
  unitOfWork.stores.spend.setLimits(principal, {
    ...unlimited,
    organization: { day: none, month: { tokens, costUsd: null } },
  });

const readSpent = async ({ unitOfWork, principal }: AgentFixture) =>
  (await unitOfWork.stores.spend.listWindows(principal))[0]?.spent.tokens ?? 0;

/** Records usage as a run in another process does. */
async function spendElsewhere({ unitOfWork, principal, workspace }: AgentFixture, tokens: number): Promise<void> {
  const { conversations, runs } = unitOfWork.stores;
  const [conversationId, owner, id] = [newId(), newId(), newId()];
  const place = { workspaceId: workspace.id, contextType: 'chart' } as const;
  await conversations.create(principal, { id: conversationId, ...place });
  const run = { id, conversationId, workspaceId: workspace.id, model: 'test:model' };
  await runs.create(principal, { ...run, lease: { owner, seconds: 60 } });
  const step = { turn: 0, model: 'test:model', finish: 'stop', costUsd: null, messages: [], durationMs: 1 } as const;
  await runs.saveStep({ runId: id, owner }, { ...step, usage: { ...noUsage, inputTokens: tokens } });
}

it('a run wraps up at the spend limit, and no other run begins', async () => {
  await using fixture = await createAgentFixture();
  await limitTokens(fixture, 250);
  const model = new ScriptedModel([wrapUp, createTurnStep()]);
  const executor = fixture.createExecutor(model, createPonder());
  const { run } = await executor.start(fixture.principal, fixture.question('Think.'));
  const log = await fixture.events(run.id);
  expect(log.at(-1)?.event).toMatchObject({ type: 'run_ended', status: 'completed', stopReason: 'budget' });
  expect(model.requests).toHaveLength(4);
  expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('used up (tokens)');
  expect(await readSpent(fixture)).toBe(4 * turnTokens);

  const refused = executor.start(fixture.principal, fixture.question('Think more.'));
  await expect(refused).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(
      /^Your organization has used up the limit of 250 tokens a month\. .* 20\d\d-\d\d-01 /,
    ),
  });
});

it('a run includes the spending of others at each turn', async () => {
  await using fixture = await createAgentFixture();
  await limitTokens(fixture, 10_000);
  const model = new ScriptedModel([wrapUp, createTurnStep()]);
  const executor = fixture.createExecutor(
    model,
    createPonder(() => spendElsewhere(fixture, 9_900)),
  );
  const { run } = await executor.start(fixture.principal, fixture.question('Think.'));
  const log = await fixture.events(run.id);
  expect(log.at(-1)?.event).toMatchObject({ status: 'completed', stopReason: 'budget' });
  expect(model.requests).toHaveLength(2);
});

it('a run observes a limit that is set while it is active', async () => {
  await using fixture = await createAgentFixture();
  const model = new ScriptedModel([wrapUp, createTurnStep()]);
  const executor = fixture.createExecutor(
    model,
    createPonder(() =>
      fixture.unitOfWork.stores.spend.setLimits(fixture.principal, {
        ...unlimited,
        user: { day: { tokens: null, costUsd: 5 }, month: none },
      }),
    ),
  );
  // The price of this model is unknown, so any cost limit is exceeded.
  const { run } = await executor.start(fixture.principal, fixture.question('Think.'));
  const log = await fixture.events(run.id);
  expect(log.at(-1)?.event).toMatchObject({ status: 'completed', stopReason: 'budget' });
  expect(model.requests).toHaveLength(2);
});

it('runs of several executors exceed a limit by at most their active and final turns', async () => {
  await using fixture = await createAgentFixture();
  const limit = 550;
  await limitTokens(fixture, limit);
  const models = [1, 2, 3].map(() => new ScriptedModel([wrapUp, createTurnStep()]));
  const runs = await Promise.all(
    models.map((model) =>
      fixture.createExecutor(model, createPonder()).start(fixture.principal, fixture.question('Think.')),
    ),
  );
  const ends = await Promise.all(runs.map(async ({ run }) => (await fixture.events(run.id)).at(-1)?.event));
  for (const end of ends) expect(end).toMatchObject({ status: 'completed', stopReason: 'budget' });
  const taken = models.reduce((turns, { requests }) => turns + requests.length, 0);
  const spent = await readSpent(fixture);
  expect(spent).toBe(taken * turnTokens);
  expect(spent).toBeGreaterThanOrEqual(limit);
  expect(spent).toBeLessThan(limit + 2 * models.length * turnTokens);
});

it('a queued run fails with the reason when the budget is exhausted before it starts', async () => {
  await using fixture = await createAgentFixture();
  await limitTokens(fixture, 50);
  const model = new ScriptedModel([]);
  const executor = fixture.createExecutor(model);
  const { run } = await executor.enqueue(fixture.principal, fixture.question('Think.'));
  await spendElsewhere(fixture, 50);
  const [finished] = await Promise.all([fixture.events(run.id), takeOver()]);
  expect(finished.at(-1)?.event).toMatchObject({
    status: 'failed',
    error: { code: 'RATE_LIMITED', message: expect.stringContaining('used up the limit of 50 tokens a month') },
  });
  expect(model.requests).toEqual([]);

  /** Other tests of this database may have left runs. */
  async function takeOver(): Promise<void> {
    while ((await fixture.unitOfWork.stores.runs.get(fixture.principal, run.id)).endedAt === null) {
      await (await executor.takeOver())?.finished;
    }
  }
});

it('a model with a known price counts towards a cost limit', async () => {
  await using fixture = await createAgentFixture();
  const { spend } = fixture.unitOfWork.stores;
  const limits = { ...unlimited, user: { day: { tokens: null, costUsd: 0.0005 }, month: none } };
  await spend.setLimits(fixture.principal, limits);
  const model = new ScriptedModel([wrapUp, createTurnStep()], 'anthropic:claude-haiku-4-5');
  const executor = fixture.createExecutor(model, createPonder());
  const { run } = await executor.start(fixture.principal, { ...fixture.question('Think.'), model: model.id });
  expect((await fixture.events(run.id)).at(-1)?.event).toMatchObject({ status: 'completed', stopReason: 'budget' });
  const [, , today] = await spend.listWindows(fixture.principal);
  expect(today?.spent).toMatchObject({ unpricedTokens: 0 });
  expect(today?.spent.costUsd).toBeGreaterThanOrEqual(0.0005);

  const unpriced = new ScriptedModel([], 'test:model');
  await spend.setLimits(fixture.principal, { ...limits, user: { day: { tokens: null, costUsd: 9 }, month: none } });
  const refused = fixture.createExecutor(unpriced).start(fixture.principal, fixture.question('Think.'));
  await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { reason: 'price_unknown' } });
});

it('a cost limit leaves out fallback models of unknown price', async () => {
  await using fixture = await createAgentFixture();
  const { spend } = fixture.unitOfWork.stores;
  const [priced, local] = ['anthropic:claude-haiku-4-5', 'openai-compatible:local'];
  const askAll = async (fallbacks: readonly ScriptedModel[]) => {
    const error = new AppError({ code: 'EXTERNAL_API_ERROR', message: 'No credit.', recoverable: false });
    using model = new ScriptedModel([{ error }], priced);
    const models = { get: () => model, fallbacksOf: () => fallbacks };
    const { run } = await fixture
      .createExecutor(model, { models })
      .start(fixture.principal, { ...fixture.question('Hi.'), model: priced });
    return (await fixture.events(run.id)).at(-1)?.event;
  };
  using answers = new ScriptedModel([{ text: 'Hello.', usage, times: 2 }], local);
  expect(await askAll([answers])).toMatchObject({ status: 'completed', costUsd: null });

  const limits = { ...unlimited, user: { day: { tokens: null, costUsd: 9 }, month: none } };
  await spend.setLimits(fixture.principal, limits);
  expect(await askAll([answers])).toMatchObject({ status: 'failed', error: { message: 'No credit.' } });
  using known = new ScriptedModel([{ text: 'Hello.', usage }], 'anthropic:claude-sonnet-5-5');
  expect(await askAll([answers, known])).toMatchObject({ status: 'completed', costUsd: expect.any(Number) });
  await spend.setLimits(fixture.principal, unlimited);
  await askAll([answers]);
});

it('a question is audited in the transaction that creates its run', async () => {
  await using fixture = await createAgentFixture();
  const model = new ScriptedModel([{ text: 'Hello.' }]);
  const principal = { ...fixture.principal, request: { id: 'request-7', remoteAddress: '192.0.2.1' } };
  const { run } = await fixture.createExecutor(model).start(principal, fixture.question('Secret words.'));
  await fixture.events(run.id);
  const [entry, ...more] = await fixture.unitOfWork.stores.audit.list(principal, { limit: 9 });
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    kind: 'run_asked',
    subjectId: run.id,
    workspaceId: fixture.workspace.id,
    userId: principal.userId,
    via: 'session',
    requestId: 'request-7',
    remoteAddress: '192.0.2.1',
    details: { conversationId: run.conversationId, model: model.id, origin: 'chat' },
  });
  expect(JSON.stringify(entry)).not.toContain('Secret words');
});
