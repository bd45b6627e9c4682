import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { planListResponseSchema, planSchema } from '@shipmate/protocol/web/plans';
import type { CreateWorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { describe, expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

const plan = {
  name: 'proposePlan',
  input: {
    summary: 'Make it sturdy',
    actions: [{ path: 'templates/limits.yaml', action: 'create', why: 'to say what is allowed' }],
  },
};
const createLimits = {
  name: 'textEditor',
  input: {
    command: 'create',
    path: 'templates/limits.yaml',
    content: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: limits\n',
  },
};

/** Creates a workspace with a plan proposed in its conversation. */
async function propose(browser: TestBrowser) {
  const { workspaceId } = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', {}));
  const conversationId = newId();
  const ask = (text: string, more: object = {}) =>
    browser.post('/api/chat', {
      id: conversationId,
      workspaceId,
      messages: [{ id: newId(), role: 'user', parts: [{ type: 'text', text }] }],
      model: 'scripted:model',
      ...more,
    });
  await (await ask('Make it production ready')).text();
  const list = async () =>
    planListResponseSchema.parse(await read(await browser.fetch(`/api/workspaces/${workspaceId}/plans`)));
  const { plans } = await list();
  const planId = plans[0]?.id ?? '';
  const ignore = () => browser.post(`/api/workspaces/${workspaceId}/plans/${planId}/ignore`, {});
  return { workspaceId, planId, plans, ask, list, ignore };
}

const proposing: readonly ScriptedStep[] = [{ toolCalls: [plan] }, { text: 'See the plan.' }];

describe('a plan', () => {
  it('is listed, and applied once by the answer that names it', async () => {
    using model = new ScriptedModel([...proposing, { toolCalls: [createLimits] }, { text: 'Done.' }]);
    await using web = await startWeb({ model });
    const { plans, planId, ask, list } = await propose(await web.signIn());
    expect(plans).toMatchObject([
      { summary: 'Make it sturdy', status: 'proposed', actions: [{ path: 'templates/limits.yaml', isDone: false }] },
    ]);
    const attempts = await Promise.all([1, 2].map(() => ask('Proceed with the plan.', { planId })));
    expect(attempts.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
    await Promise.all(attempts.map((response) => response.text()));
    expect((await list()).plans).toMatchObject([{ status: 'applied', actions: [{ isDone: true }] }]);
    expect(await readError(await ask('Proceed with the plan.', { planId }))).toEqual([409, 'CONFLICT']);
  });

  it('is ignored, also repeatedly, and can no longer be applied', async () => {
    using model = new ScriptedModel(proposing);
    await using web = await startWeb({ model });
    const { planId, ask, ignore } = await propose(await web.signIn());
    for (const _ of [1, 2]) expect(planSchema.parse(await read(await ignore()))).toMatchObject({ status: 'ignored' });
    expect(await readError(await ask('Proceed with the plan.', { planId }))).toEqual([409, 'CONFLICT']);
  });

  it('is not found for another tenant, nor in another conversation of its owner', async () => {
    using model = new ScriptedModel([...proposing, ...proposing]);
    await using web = await startWeb({ model });
    const owner = await web.signIn();
    const { planId, workspaceId } = await propose(owner);
    const stranger = await web.signIn();
    const theirs = await propose(stranger);
    expect(await readError(await theirs.ask('Proceed.', { planId }))).toEqual([404, 'NOT_FOUND']);
    for (const id of [workspaceId, theirs.workspaceId]) {
      const response = await stranger.post(`/api/workspaces/${id}/plans/${planId}/ignore`, {});
      expect(await readError(response)).toEqual([404, 'NOT_FOUND']);
    }
    const elsewhere = { id: newId(), planId };
    expect(
      await readError(
        await owner.post('/api/chat', {
          ...elsewhere,
          model: 'scripted:model',
          workspaceId,
          messages: [{ role: 'user', parts: [{ type: 'text', text: 'Proceed.' }] }],
        }),
      ),
    ).toEqual([404, 'NOT_FOUND']);
  });
});

it('restricts an answer for an operator to values files', async () => {
  using model = new ScriptedModel([{ toolCalls: [createLimits] }, { text: 'A developer has to do that.' }]);
  await using web = await startWeb({ model });
  const browser = await web.signIn();
  const { workspaceId } = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', {}));
  const response = await browser.post('/api/chat', {
    id: newId(),
    workspaceId,
    model: 'scripted:model',
    persona: 'operator',
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Add a disruption budget' }] }],
  });
  expect(await response.text()).toContain('this run works for an operator');
  expect(await read(await browser.fetch(`/api/workspaces/${workspaceId}`))).toMatchObject({
    workspace: { pendingCount: 0 },
  });
});
