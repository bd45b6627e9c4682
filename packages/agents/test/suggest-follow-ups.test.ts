import { AppError, silentLogger } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import type { JobPayloads } from '@shipmate/domain/job';
import { expect, it } from 'vitest';
import { suggestFollowUps } from '../src/index.ts';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

const never = new AbortController().signal;
const suggest = (...requests: readonly string[]): ScriptedStep => ({
  toolCalls: [{ name: 'submit_answer', input: { requests } }],
});

async function answered(fixture: AgentFixture, conversationId?: string): Promise<JobPayloads['suggest_follow_ups']> {
  using model = new ScriptedModel([{ text: 'There are three replicas now.' }]);
  const { run, conversation } = await fixture
    .createExecutor(model)
    .start(fixture.principal, fixture.question('Set 3 replicas', conversationId));
  await fixture.events(run.id);
  const { userId, organizationId } = fixture.principal;
  return { userId, organizationId, conversationId: conversation.id, runId: run.id };
}

const suggestFor = ({ unitOfWork }: AgentFixture, job: JobPayloads['suggest_follow_ups'], steps: ScriptedStep[]) => {
  const model = new ScriptedModel(steps);
  const options = { unitOfWork, models: { get: () => model }, logger: silentLogger };
  return suggestFollowUps(options, job, never).then(() => model);
};

const keptFor = async ({ unitOfWork, principal }: AgentFixture, { runId }: { readonly runId: string }) =>
  (await unitOfWork.stores.runs.get(principal, runId)).followUps;

it('suggestFollowUps stores three requests with the run of an answer that enqueued its job', async () => {
  await using fixture = await createAgentFixture();
  const asked = Promise.withResolvers<JobPayloads['suggest_follow_ups']>();
  await fixture.database.jobs.work('suggest_follow_ups', async (job) => asked.resolve(job));
  const job = await answered(fixture);
  expect(await asked.promise).toEqual(job);
  expect(await keptFor(fixture, job)).toBeNull();

  const model = await suggestFor(fixture, job, [
    suggest('**Add an autoscaler**', ' ', 'Add an autoscaler', 'Explain\nvalues.yaml', 'Lint it', 'One too many'),
  ]);
  expect(await keptFor(fixture, job)).toEqual(['Add an autoscaler', 'Explain values.yaml', 'Lint it']);
  const prompt = JSON.stringify(model.requests[0]?.messages);
  for (const said of ['Set 3 replicas', 'There are three replicas now.']) expect(prompt).toContain(said);
  await suggestFor(fixture, job, []);
});

it('a run of a scripted model enqueues no job for follow-up requests', async () => {
  await using fixture = await createAgentFixture();
  const { unitOfWork, notifications } = fixture.database;
  const seen: string[] = [];
  const watched: typeof unitOfWork = {
    stores: unitOfWork.stores,
    transaction: (work) =>
      unitOfWork.transaction((stores) => {
        const { jobs } = stores;
        const enqueue: typeof jobs.enqueue = async (name, ...rest) => {
          seen.push(name);
          return jobs.enqueue(name, ...rest);
        };
        return work({ ...stores, jobs: { ...jobs, enqueue } });
      }),
  };
  for (const isScripted of [true, false]) {
    const model = Object.assign(new ScriptedModel([{ text: 'Done.' }]), { isScripted });
    const executor = fixture.createExecutor(model, { unitOfWork: watched, notifications });
    const { run } = await executor.start(fixture.principal, fixture.question('Do it.'));
    await fixture.events(run.id);
    expect(seen.splice(0)).toEqual(['describe_conversation', ...(isScripted ? [] : ['suggest_follow_ups'])]);
  }
});

it('suggestFollowUps suggests nothing when the answer is not the last one or was deleted', async () => {
  await using fixture = await createAgentFixture();
  const first = await answered(fixture);
  const second = await answered(fixture, first.conversationId);
  await suggestFor(fixture, first, []);
  await suggestFor(fixture, { ...second, conversationId: newId() }, []);
  expect([await keptFor(fixture, first), await keptFor(fixture, second)]).toEqual([null, null]);
});

it('suggestFollowUps stores nothing when the model fails or its answer is invalid, so that the job can be retried', async () => {
  await using fixture = await createAgentFixture();
  const job = await answered(fixture);
  const error = new AppError({ code: 'RATE_LIMITED', message: 'Wait.', recoverable: false });
  await expect(suggestFor(fixture, job, [{ error }])).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(suggestFor(fixture, job, [{ text: 'Hm.', times: 3 }])).rejects.toBeInstanceOf(AppError);
  expect(await keptFor(fixture, job)).toBeNull();
});
