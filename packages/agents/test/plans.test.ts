import { AppError } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { describe, expect, it } from 'vitest';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

const planned = [
  { path: 'templates/limits.yaml', action: 'create', why: 'to say what is allowed' },
  { path: 'values.yaml', action: 'modify', why: 'a second replica' },
  { path: 'templates/NOTES.txt', action: 'delete', why: 'nobody reads it' },
  { path: 'templates/service.yaml', action: 'rename', newPath: 'templates/web.yaml', why: 'to say whose it is' },
];
const propose = { name: 'proposePlan', input: { summary: 'Make it sturdy', actions: planned } };
const createLimits = {
  name: 'textEditor',
  input: {
    command: 'create',
    path: 'templates/limits.yaml',
    content: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: limits\n',
  },
};
const twoReplicas = {
  name: 'textEditor',
  input: { command: 'str_replace', path: 'values.yaml', oldStr: 'replicaCount: 1', newStr: 'replicaCount: 2' },
};
const dropNotes = { name: 'deleteFile', input: { path: 'templates/NOTES.txt' } };
const moveService = {
  name: 'renameFile',
  input: { path: 'templates/service.yaml', newPath: 'templates/web.yaml' },
};

/** Proposes the plan in a conversation; `apply` applies it in a run with other steps. */
async function setUp(fixture: AgentFixture) {
  const { unitOfWork, principal, workspace, createExecutor, question, events } = fixture;
  const { plans } = unitOfWork.stores;
  const conversationId = newId();
  const answer = async (steps: readonly ScriptedStep[], request = question('go', conversationId)) => {
    using model = new ScriptedModel(steps);
    const { run } = await createExecutor(model).start(principal, request);
    const log = await events(run.id);
    return { run, log, requests: model.requests };
  };
  const proposed = await answer([{ toolCalls: [propose] }, { text: 'See the plan.' }]);
  const [plan] = await plans.list(principal, workspace.id);
  if (!plan) throw new Error('There is no plan.');
  const read = () => plans.get(principal, plan.id);
  const apply = (steps: readonly ScriptedStep[], planId = plan.id) =>
    answer(steps, { ...question('Proceed with the plan.', conversationId), planId });
  return { plan, proposed, read, apply, answer, conversationId };
}

const statesOf = ({ actions }: { readonly actions: readonly { readonly isDone: boolean }[] }) =>
  actions.map(({ isDone }) => isDone);

describe('a plan', () => {
  it('is stored for its conversation, and its result instructs the model to change nothing yet', async () => {
    await using fixture = await createAgentFixture();
    const { plan, proposed, conversationId } = await setUp(fixture);
    expect(plan).toMatchObject({ conversationId, proposedByRunId: proposed.run.id, status: 'proposed' });
    expect(statesOf(plan)).toEqual([false, false, false, false]);
    expect(proposed.log.find(({ event }) => event.type === 'tool_result')?.event).toMatchObject({
      output: expect.stringMatching(new RegExp(`"planId":"${plan.id}".*Change nothing now`)),
      isError: false,
    });
  });

  it('is in the prompt of the run that applies it, and is applied once every edit is made', async () => {
    await using fixture = await createAgentFixture();
    const { read, apply } = await setUp(fixture);
    const { requests, run } = await apply([
      { toolCalls: [createLimits, dropNotes] },
      { toolCalls: [twoReplicas, moveService] },
      { text: 'Done.' },
    ]);
    expect(requests[0]?.system).toContain('- [ ] create "templates/limits.yaml": to say what is allowed');
    expect(requests[0]?.system).toContain('- [ ] rename "templates/service.yaml" to "templates/web.yaml"');
    expect(await read()).toMatchObject({ status: 'applied', appliedByRunId: run.id });
  });

  it('shows its progress while it is applied, and can be resumed when the run fails', async () => {
    await using fixture = await createAgentFixture();
    const { read, apply, answer, conversationId } = await setUp(fixture);
    const error = new AppError({ code: 'EXTERNAL_API_ERROR', message: 'The provider is gone.', recoverable: false });
    const { run } = await apply([{ toolCalls: [createLimits] }, { error }]);
    expect(await fixture.unitOfWork.stores.runs.get(fixture.principal, run.id)).toMatchObject({ status: 'failed' });
    const failed = await read();
    expect([failed.status, statesOf(failed)]).toEqual(['partly_applied', [true, false, false, false]]);

    const again = await answer([{ toolCalls: [twoReplicas] }, { text: 'That is all.' }], {
      ...fixture.question('', conversationId),
      message: null,
    });
    expect(again.requests[0]?.system).toContain('- [x] create "templates/limits.yaml"');
    expect(statesOf(await read())).toEqual([true, true, false, false]);

    await apply([{ toolCalls: [dropNotes, moveService] }, { text: 'Done.' }]);
    expect(await read()).toMatchObject({ status: 'applied' });
  });

  it('is partly applied when a person stops the run', async () => {
    await using fixture = await createAgentFixture();
    const { plan, conversationId } = await setUp(fixture);
    const held = Promise.withResolvers<void>();
    using model = new ScriptedModel([{ toolCalls: [createLimits] }, { text: 'One moment', until: held.promise }]);
    const executor = fixture.createExecutor(model);
    const { run } = await executor.start(fixture.principal, {
      ...fixture.question('Proceed with the plan.', conversationId),
      planId: plan.id,
    });
    const { plans } = fixture.unitOfWork.stores;
    const read = () => plans.get(fixture.principal, plan.id);
    await expect.poll(async () => statesOf(await read())).toEqual([true, false, false, false]);
    expect(await read()).toMatchObject({ status: 'applying', appliedByRunId: run.id });
    await executor.stop(fixture.principal, conversationId);
    held.resolve();
    await fixture.events(run.id);
    expect(await read()).toMatchObject({ status: 'partly_applied' });
  });

  it('is applied once: a second request is refused and leaves no run', async () => {
    await using fixture = await createAgentFixture();
    const { apply, conversationId } = await setUp(fixture);
    await apply([{ toolCalls: [createLimits, dropNotes, twoReplicas, moveService] }, { text: 'Done.' }]);
    const { runs } = fixture.unitOfWork.stores;
    const before = await runs.listForConversation(fixture.principal, conversationId);
    await expect(apply([])).rejects.toMatchObject({ code: 'CONFLICT', details: { status: 'applied' } });
    await expect(apply([], newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await runs.listForConversation(fixture.principal, conversationId)).toEqual(before);
  });

  it('ignores edits of runs that do not apply it', async () => {
    await using fixture = await createAgentFixture();
    const { read, answer } = await setUp(fixture);
    await answer([{ toolCalls: [createLimits] }, { text: 'Done.' }]);
    expect(statesOf(await read())).toEqual([false, false, false, false]);
  });
});

describe('proposePlan refuses', () => {
  it.each([
    ['a change of a missing file', { path: 'nowhere.yaml', action: 'modify', why: 'x' }, 'the file does not exist'],
    ['the creation of an existing file', { path: 'values.yaml', action: 'create', why: 'x' }, 'cannot be created'],
    [
      'a path outside of the workspace',
      { path: '../secrets.yaml', action: 'create', why: 'x' },
      'leads out of the workspace',
    ],
    ['a rename without a new path', { path: 'values.yaml', action: 'rename', why: 'x' }, 'newPath'],
    [
      'a rename to an existing path',
      { path: 'values.yaml', action: 'rename', newPath: 'Chart.yaml', why: 'x' },
      'taken already',
    ],
  ])('%s', async (_, action, reason) => {
    await using fixture = await createAgentFixture();
    using model = new ScriptedModel([
      { toolCalls: [{ name: 'proposePlan', input: { summary: 's', actions: [action] } }] },
      { text: 'I cannot.' },
    ]);
    const { run } = await fixture.createExecutor(model).start(fixture.principal, fixture.question('go'));
    const log = await fixture.events(run.id);
    expect(log.find(({ event }) => event.type === 'tool_result')?.event).toMatchObject({
      isError: true,
      output: expect.stringMatching(reason),
    });
    expect(await fixture.unitOfWork.stores.plans.list(fixture.principal, fixture.workspace.id)).toEqual([]);
  });
});
