import { AppError, silentLogger } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import type { JobPayloads } from '@shipmate/domain/job';
import { expect, it } from 'vitest';
import { suggestFollowUps } from '../src/index.ts';
import { createAgentWorld, type AgentWorld } from './agent-world.ts';

const never = new AbortController().signal;
const suggest = (...requests: readonly string[]): ScriptedStep => ({
  toolCalls: [{ name: 'submit_answer', input: { requests } }],
});

async function answered(world: AgentWorld, conversationId?: string): Promise<JobPayloads['suggest_follow_ups']> {
  using model = new ScriptedModel([{ text: 'There are three replicas now.' }]);
  const { run, conversation } = await world
    .createExecutor(model)
    .start(world.principal, world.question('Set 3 replicas', conversationId));
  await world.events(run.id);
  const { userId, organizationId } = world.principal;
  return { userId, organizationId, conversationId: conversation.id, runId: run.id };
}

const suggestFor = ({ unitOfWork }: AgentWorld, job: JobPayloads['suggest_follow_ups'], steps: ScriptedStep[]) => {
  const model = new ScriptedModel(steps);
  const options = { unitOfWork, models: { get: () => model }, logger: silentLogger };
  return suggestFollowUps(options, job, never).then(() => model);
};

const keptFor = async ({ unitOfWork, principal }: AgentWorld, { runId }: { readonly runId: string }) =>
  (await unitOfWork.stores.runs.get(principal, runId)).followUps;

it('suggestFollowUps stores three requests with the run of an answer that enqueued its job', async () => {
  await using world = await createAgentWorld();
  const asked = Promise.withResolvers<JobPayloads['suggest_follow_ups']>();
  await world.database.jobs.work('suggest_follow_ups', async (job) => asked.resolve(job));
  const job = await answered(world);
  expect(await asked.promise).toEqual(job);
  expect(await keptFor(world, job)).toBeNull();

  const model = await suggestFor(world, job, [
    suggest('**Add an autoscaler**', ' ', 'Add an autoscaler', 'Explain\nvalues.yaml', 'Lint it', 'One too many'),
  ]);
  expect(await keptFor(world, job)).toEqual(['Add an autoscaler', 'Explain values.yaml', 'Lint it']);
  const prompt = JSON.stringify(model.requests[0]?.messages);
  for (const said of ['Set 3 replicas', 'There are three replicas now.']) expect(prompt).toContain(said);
  await suggestFor(world, job, []);
});

it('suggestFollowUps suggests nothing when the answer is not the last one or was deleted', async () => {
  await using world = await createAgentWorld();
  const first = await answered(world);
  const second = await answered(world, first.conversationId);
  await suggestFor(world, first, []);
  await suggestFor(world, { ...second, conversationId: newId() }, []);
  expect([await keptFor(world, first), await keptFor(world, second)]).toEqual([null, null]);
});

it('suggestFollowUps stores nothing when the model fails or its answer is invalid, so that the job can be retried', async () => {
  await using world = await createAgentWorld();
  const job = await answered(world);
  const error = new AppError({ code: 'RATE_LIMITED', message: 'Wait.', recoverable: false });
  await expect(suggestFor(world, job, [{ error }])).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(suggestFor(world, job, [{ text: 'Hm.', times: 3 }])).rejects.toBeInstanceOf(AppError);
  expect(await keptFor(world, job)).toBeNull();
});
