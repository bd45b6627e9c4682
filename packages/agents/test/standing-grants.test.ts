import { bindTools, defineTool, userMessage } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

const fixtures: AgentFixture[] = [];
afterEach(async () => {
  for (const fixture of fixtures.splice(0)) await fixture[Symbol.asyncDispose]();
});

/** Starts a cluster run in a chart's workspace, as older versions could create it, with a grant of its tool there. */
async function setUp(reach: { readonly category: string; readonly writesTo?: string; readonly openWorld?: boolean }) {
  const fixture = await createAgentFixture();
  fixtures.push(fixture);
  const { principal, unitOfWork, workspace } = fixture;
  const { runs, conversations, approvals, grants } = unitOfWork.stores;
  const changed: string[] = [];
  const change = defineTool({
    name: 'change',
    description: 'Changes a thing.',
    ...reach,
    effect: 'write',
    input: z.object({ name: z.string() }),
    output: z.object({ changed: z.string() }),
    execute: async ({ name }) => {
      changed.push(name);
      return { changed: name };
    },
  });
  const conversation = await conversations.create(principal, {
    id: newId(),
    workspaceId: workspace.id,
    contextType: 'cluster',
  });
  const run = await runs.create(principal, {
    id: newId(),
    conversationId: conversation.id,
    workspaceId: workspace.id,
    model: 'test:model',
  });
  await conversations.appendMessages(principal, conversation.id, [
    { id: newId(), runId: run.id, replacesId: null, message: userMessage('Change web.') },
  ]);
  await runs.appendEvents({ runId: run.id }, [{ type: 'run_started', model: 'test:model' }]);
  await grants.create(principal, { id: newId(), workspaceId: workspace.id, tool: 'change' });
  const model = new ScriptedModel([
    { toolCalls: [{ name: 'change', input: { name: 'web' } }], when: ({ messages }) => messages.length === 1 },
    { text: 'Done.' },
  ]);
  const executor = fixture.createExecutor(model, { extraTools: bindTools([change], {}) });
  await (await executor.takeOver())?.finished;
  const [pending] = await approvals.listPending(principal);
  return { ...fixture, changed, executor, pending, status: (await runs.get(principal, run.id)).status };
}

it.each([
  { what: 'changes a cluster', reach: { category: 'cluster' } },
  { what: 'runs an operation', reach: { category: 'operations' } },
  { what: 'changes a cluster by a flow', reach: { category: 'flow', writesTo: 'cluster' } },
  { what: 'changes another system', reach: { category: 'flow', openWorld: true } },
])('a standing grant does not cover a tool when it $what', async ({ reach }) => {
  const { changed, pending, status, executor, principal, unitOfWork, workspace } = await setUp(reach);
  expect([changed, status, pending?.tool, pending?.isGrantable]).toEqual([[], 'waiting', 'change', false]);
  const approvalId = pending?.id ?? '';
  const always = executor.decideApproval(principal, { approvalId, verdict: { decision: 'always' } });
  await expect(always).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await unitOfWork.stores.approvals.get(principal, approvalId)).toMatchObject({ status: 'pending' });
  expect(await unitOfWork.stores.grants.list(principal, workspace.id)).toHaveLength(1);
});

it('a standing grant covers a tool when it writes within the installation', async () => {
  const { changed, pending, status } = await setUp({ category: 'flow' });
  expect([changed, status, pending]).toEqual([['web'], 'completed', undefined]);
});

it('a run about a cluster is refused when it names a workspace', async () => {
  const fixture = await createAgentFixture();
  fixtures.push(fixture);
  const executor = fixture.createExecutor(new ScriptedModel([]));
  const asked = executor.start(fixture.principal, { ...fixture.question('What is wrong?'), contextType: 'cluster' });
  await expect(asked).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'workspaceId' } });
});
