import { bindTools, defineTool, type ToolEffect } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import type { ApprovalVerdict } from '@shipmate/domain/use-cases';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

const fixtures: AgentFixture[] = [];
afterEach(async () => {
  for (const fixture of fixtures.splice(0)) await fixture[Symbol.asyncDispose]();
});

const afterAnswers = (count: number, step: ScriptedStep): ScriptedStep => ({
  ...step,
  times: Infinity,
  when: ({ messages }) => messages.filter(({ role }) => role === 'tool').length === count,
});
const script = [
  afterAnswers(0, { text: 'I remove it.', toolCalls: [{ name: 'remove', input: { name: 'web' } }] }),
  afterAnswers(1, { text: 'Done.' }),
];

/** Starts a run whose answer needs a call that requires approval. */
async function setUp({ effect = 'destructive' as ToolEffect, steps = script } = {}) {
  const fixture = await createAgentFixture();
  fixtures.push(fixture);
  const removed: string[] = [];
  const remove = defineTool({
    name: 'remove',
    description: 'Removes a thing.',
    category: 'chart',
    effect,
    input: z.object({ name: z.string() }),
    output: z.object({ removed: z.string() }),
    execute: async ({ name }) => {
      removed.push(name);
      return { removed: name };
    },
  });
  const { principal, unitOfWork } = fixture;
  const { runs, approvals, conversations } = unitOfWork.stores;
  const createExecutor = () =>
    fixture.createExecutor(new ScriptedModel(steps), { extraTools: bindTools([remove], {}), leaseSeconds: 60 });
  const executor = createExecutor();
  const conversationId = newId();
  const { run } = await executor.start(principal, fixture.question('Remove web.', conversationId));
  await expect.poll(async () => (await runs.get(principal, run.id)).status).toBe('waiting');
  const [approval] = await approvals.listPending(principal);
  const approvalId = approval?.id ?? '';
  return {
    ...fixture,
    removed,
    run,
    approval,
    conversationId,
    executor,
    createExecutor,
    decide: (verdict: ApprovalVerdict, by = executor) => by.decideApproval(principal, { approvalId, verdict }),
    getRun: () => runs.get(principal, run.id),
    getApproval: () => approvals.get(principal, approvalId),
    said: async () => (await conversations.listMessages(principal, conversationId)).map(({ message }) => message),
  };
}

it('a destructive call waits for approval, and the log records the request', async () => {
  const { removed, run, approval, decide, events, getApproval } = await setUp();
  expect(removed).toEqual([]);
  expect(approval).toMatchObject({ runId: run.id, tool: 'remove', input: { name: 'web' }, effect: 'destructive' });

  await decide({ decision: 'approve' });
  const log = (await events(run.id)).map(({ event }) => event);
  expect(removed).toEqual(['web']);
  expect(log.filter(({ type }) => type === 'approval_required')).toEqual([
    { type: 'approval_required', turn: 0, toolCallId: approval?.toolCallId, name: 'remove', approvalId: approval?.id },
  ]);
  expect(log.at(-1)).toMatchObject({ type: 'run_ended', status: 'completed' });
  expect(await getApproval()).toMatchObject({ status: 'used', decidedBy: 'user' });
});

it('a denied call is not made, and the model receives the reason', async () => {
  const { removed, run, decide, events, said } = await setUp();
  await decide({ decision: 'deny', reason: 'Not on a Friday.' });
  await events(run.id);
  expect(removed).toEqual([]);
  expect(JSON.stringify(await said())).toContain('the user declined it: Not on a Friday.');
});

it('a run is resumed by another process when the one that requested approval is closed', async () => {
  const { removed, run, executor, createExecutor, decide, events } = await setUp();
  await executor.close();
  await decide({ decision: 'approve' }, createExecutor());
  expect((await events(run.id)).at(-1)?.event).toMatchObject({ type: 'run_ended', status: 'completed' });
  expect(removed).toEqual(['web']);
});

it('an approval is decided once when decisions arrive concurrently', async () => {
  const { removed, run, decide, events } = await setUp();
  await Promise.all([1, 2, 3].map(() => decide({ decision: 'approve' })));
  await events(run.id);
  expect(removed).toEqual(['web']);
  await expect(decide({ decision: 'deny' })).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('an approval is refused when its run was stopped', async () => {
  const { removed, principal, executor, conversationId, decide, getApproval, getRun } = await setUp();
  expect(await executor.stop(principal, conversationId)).toBe(true);
  expect(await getRun()).toMatchObject({ status: 'cancelled' });
  expect(await getApproval()).toMatchObject({ status: 'cancelled' });
  await expect(decide({ decision: 'approve' })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(removed).toEqual([]);
});

it('a standing grant does not cover a destructive call', async () => {
  const { principal, unitOfWork, workspace, executor, question, removed, run, decide, events } = await setUp();
  await unitOfWork.stores.grants.create(principal, { id: newId(), workspaceId: workspace.id, tool: 'remove' });
  await decide({ decision: 'approve' });
  await events(run.id);
  const { run: second } = await executor.start(principal, question('Again.'));
  await expect.poll(async () => (await unitOfWork.stores.runs.get(principal, second.id)).status).toBe('waiting');
  expect(removed).toEqual(['web']);
});

it('a run waits for the decisions on all its calls, then makes the approved ones', async () => {
  const toolCalls = ['web', 'db'].map((name) => ({ name: 'remove', input: { name } }));
  const steps = [afterAnswers(0, { toolCalls }), afterAnswers(1, { text: 'Done.' })];
  const { removed, principal, unitOfWork, executor, run, events, getRun } = await setUp({ steps });
  const [first, second] = await unitOfWork.stores.approvals.listPending(principal, { runId: run.id });
  await executor.decideApproval(principal, { approvalId: first?.id ?? '', verdict: { decision: 'approve' } });
  expect(await getRun()).toMatchObject({ status: 'waiting' });
  expect(removed).toEqual([]);
  await executor.decideApproval(principal, { approvalId: second?.id ?? '', verdict: { decision: 'deny' } });
  await events(run.id);
  expect(removed).toEqual([first?.input].map((input) => (input as { name: string }).name));
});
