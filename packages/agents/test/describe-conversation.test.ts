import { AppError } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { createDemoModel } from '@shipmate/providers';
import { expect, it } from 'vitest';
import { demoScript } from '../src/demo/index.ts';
import { describeConversation } from '../src/index.ts';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

const never = new AbortController().signal;

it('describeConversation sets the title and the summary when the first answer enqueues its job', async () => {
  await using fixture = await createAgentFixture();
  const asked = Promise.withResolvers<Parameters<typeof describeConversation>[1]>();
  await fixture.database.jobs.work('describe_conversation', async (job) => asked.resolve(job));
  await answered(fixture);
  const job = await asked.promise;
  const usage = { inputTokens: 5, outputTokens: 2 };
  const title = new ScriptedModel([
    { when: ({ operation }) => operation === 'conversation_title', text: '"Set three\nreplicas."', usage },
    {
      when: ({ operation }) => operation === 'chart_summary',
      text: '**A web server.**\n\nIt depends on nothing.',
      usage,
    },
  ]);
  await describeConversation({ unitOfWork: fixture.unitOfWork, models: { get: () => title } }, job, never);

  expect(job.model).toBe('scripted:model');
  expect(await described(fixture, job.conversationId)).toEqual({
    title: 'Set three replicas.',
    summary: 'A web server. It depends on nothing.',
  });
  expect(title.requests[0]?.messages[0]?.content[0]).toMatchObject({
    text: expect.stringContaining('<untrusted source="question">\nset 3 replicas\n'),
  });
  title.assertConsumed();
  expect(await fixture.unitOfWork.stores.spend.listRecords(fixture.principal, {})).toMatchObject([
    { model: 'scripted:model', tokens: 14, unpricedTokens: 14 },
  ]);
});

it('describeConversation changes nothing when the conversation has a title or was deleted', async () => {
  await using fixture = await createAgentFixture();
  const job = await answered(fixture);
  await fixture.unitOfWork.stores.conversations.setTitle(fixture.principal, job.conversationId, 'Mine');
  using silent = new ScriptedModel([]);
  const options = { unitOfWork: fixture.unitOfWork, models: { get: () => silent } };
  await describeConversation(options, job, never);
  await describeConversation(options, { ...job, conversationId: fixture.workspace.id }, never);
  expect(await described(fixture, job.conversationId)).toEqual({ title: 'Mine', summary: null });
});

it('describeConversation keeps a title that was set while the model was writing one', async () => {
  await using fixture = await createAgentFixture();
  const job = await answered(fixture);
  const gate = Promise.withResolvers<void>();
  const model = new ScriptedModel([{ text: 'Late title', until: gate.promise }, { text: 'Late summary' }]);
  const describing = describeConversation({ unitOfWork: fixture.unitOfWork, models: { get: () => model } }, job, never);
  await fixture.unitOfWork.stores.conversations.setTitle(fixture.principal, job.conversationId, 'Mine');
  gate.resolve();
  await describing;
  expect(await described(fixture, job.conversationId)).toEqual({ title: 'Mine', summary: null });
});

it.each([
  {
    name: 'the second request fails',
    steps: [
      { text: 'A title' },
      { error: new AppError({ code: 'RATE_LIMITED', message: 'Wait.', recoverable: false }) },
    ],
    code: 'RATE_LIMITED',
  },
  { name: 'it is stopped', steps: [], signal: AbortSignal.abort(), code: 'ABORTED' },
])(
  'describeConversation stores nothing when $name, so that the job can be retried',
  async ({ steps, code, signal = never }) => {
    await using fixture = await createAgentFixture();
    const job = await answered(fixture);
    const model = new ScriptedModel(steps);
    const describing = describeConversation(
      { unitOfWork: fixture.unitOfWork, models: { get: () => model } },
      job,
      signal,
    );
    await expect(describing).rejects.toMatchObject({ code });
    expect(await described(fixture, job.conversationId)).toEqual({ title: null, summary: null });
  },
);

it('describeConversation works with the demo model', async () => {
  await using fixture = await createAgentFixture({ template: 'sample' });
  const job = await answered(fixture);
  const model = createDemoModel({ script: demoScript, pacing: 0 });
  await describeConversation({ unitOfWork: fixture.unitOfWork, models: { get: () => model } }, job, never);
  expect(await described(fixture, job.conversationId)).toEqual({
    title: 'Set 3 replicas',
    summary:
      'A small web shop, a storefront and the catalog behind it. It renders 7 templates and depends on no other chart. (Written by the demo model.)',
  });
});

async function answered(fixture: AgentFixture) {
  using model = new ScriptedModel([{ text: 'Done.' }]);
  const { run, conversation } = await fixture
    .createExecutor(model)
    .start(fixture.principal, fixture.question('set 3 replicas'));
  await fixture.events(run.id);
  const { userId, organizationId } = fixture.principal;
  return { userId, organizationId, conversationId: conversation.id, model: model.id };
}

async function described({ unitOfWork: { stores }, principal, workspace }: AgentFixture, conversationId: string) {
  const { title } = await stores.conversations.get(principal, conversationId);
  const { summary } = await stores.workspaces.get(principal, workspace.id);
  return { title, summary };
}
