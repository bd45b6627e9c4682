import { AppError, type BoundTool } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { toPending } from '@shipmate/domain/workspace';
import { describe, expect, it } from 'vitest';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

const view = { name: 'textEditor', input: { command: 'view', path: 'values.yaml' } };
const threeReplicas = {
  name: 'textEditor',
  input: { command: 'str_replace', path: 'values.yaml', oldStr: 'replicaCount: 1', newStr: 'replicaCount: 3' },
};
const newFile = {
  name: 'textEditor',
  input: {
    command: 'create',
    path: 'templates/extra.yaml',
    content: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: extra\n',
  },
};
const personEdits = { name: 'getChartContext', input: {} };

/** Creates a tool that adds a line to the values as another person's edit. */
function personAtWork({ unitOfWork, principal, workspace }: AgentFixture): BoundTool {
  return {
    name: 'getChartContext',
    description: 'A person edits.',
    category: 'chart',
    inputSchema: { type: 'object', properties: {} },
    openWorld: false,
    idempotent: true,
    worstEffect: 'read',
    effect: () => 'read',
    parse: (input) => input,
    async execute() {
      const { workspaces } = unitOfWork.stores;
      const file = await workspaces.findFile(principal, workspace.id, 'values.yaml');
      if (!file) throw new Error('The starter chart has values.');
      const pending = toPending(file, `${file.content}# by hand\n`);
      await workspaces.setPending(principal, workspace.id, { fileId: file.id, pending });
      return { success: true };
    },
    toModel: () => 'done',
    clientEvents: () => [],
  };
}

async function run(fixture: AgentFixture, model: ScriptedModel) {
  const executor = fixture.createExecutor(model, { extraTools: [personAtWork(fixture)] });
  const { run: started } = await executor.start(fixture.principal, fixture.question('go'));
  const log = await fixture.events(started.id);
  const { stores } = fixture.unitOfWork;
  return {
    results: log.flatMap(({ event }) => (event.type === 'tool_result' ? [event.output] : [])),
    status: (await stores.runs.get(fixture.principal, started.id)).status,
    detail: await stores.workspaces.getDetail(fixture.principal, fixture.workspace.id),
  };
}

describe('a run with concurrent edits by a person', () => {
  const notice = 'Another user has changed this file since you last viewed it';

  it('keeps the edit and notifies the model once', async () => {
    await using fixture = await createAgentFixture();
    using model = new ScriptedModel([
      { toolCalls: [view] },
      { toolCalls: [personEdits] },
      { toolCalls: [threeReplicas] },
      {
        toolCalls: [
          { ...threeReplicas, input: { ...threeReplicas.input, oldStr: 'replicaCount: 3', newStr: 'replicaCount: 4' } },
        ],
      },
      { text: 'Done.' },
    ]);
    const { results } = await run(fixture, model);
    expect(results.map((result) => result.includes(notice))).toEqual([false, false, true, false]);
    expect(await fixture.read('values.yaml')).toMatch(/replicaCount: 4[^]*# by hand\n$/);
  });

  it('does not notify the model when it has seen the edit', async () => {
    await using fixture = await createAgentFixture();
    using model = new ScriptedModel([
      { toolCalls: [view] },
      { toolCalls: [personEdits] },
      { toolCalls: [view] },
      { toolCalls: [threeReplicas] },
      { text: 'Done.' },
    ]);
    const { results } = await run(fixture, model);
    expect(results.filter((result) => result.includes(notice))).toEqual([]);
  });
});

describe('with automatic acceptance', () => {
  async function createFixture(validateBeforeAccept = false) {
    const fixture = await createAgentFixture();
    const settings = { autoAccept: true, validateBeforeAccept };
    await fixture.unitOfWork.stores.workspaces.setSettings(fixture.principal, fixture.workspace.id, settings);
    return fixture;
  }
  const pendingPaths = ({ files }: Awaited<ReturnType<typeof run>>['detail']) =>
    files.filter(({ pending }) => pending).map(({ path }) => path);

  it('a completed run creates one revision of its changes', async () => {
    await using fixture = await createFixture();
    using model = new ScriptedModel([{ toolCalls: [threeReplicas, newFile] }, { text: 'Done.' }]);
    const { detail, status } = await run(fixture, model);
    expect(status).toBe('completed');
    expect(detail.revision).toMatchObject({ revisionNumber: 1, createdType: 'auto_accept' });
    expect(detail.revision.createdByUserId).toBe(fixture.principal.userId);
    expect(pendingPaths(detail)).toEqual([]);
    expect(detail.files.find(({ path }) => path === 'values.yaml')?.content).toContain('replicaCount: 3');
    expect(detail.files.find(({ path }) => path === 'templates/extra.yaml')?.content).toBe(newFile.input.content);
  });

  it('a file that a person edited too stays pending', async () => {
    await using fixture = await createFixture();
    using model = new ScriptedModel([
      { toolCalls: [personEdits] },
      { toolCalls: [threeReplicas, newFile] },
      { text: 'Done.' },
    ]);
    const { detail } = await run(fixture, model);
    expect(detail.revision.createdType).toBe('auto_accept');
    expect(pendingPaths(detail)).toEqual(['values.yaml']);
  });

  it('a run without changes creates no revision', async () => {
    await using fixture = await createFixture();
    using model = new ScriptedModel([{ toolCalls: [view] }, { text: 'I only looked.' }]);
    expect((await run(fixture, model)).detail.revision.revisionNumber).toBe(0);
  });

  it('nothing is accepted when the run fails or the workspace requires validation', async () => {
    await using fixture = await createFixture();
    using failing = new ScriptedModel([
      { toolCalls: [threeReplicas] },
      { error: new AppError({ code: 'VALIDATION_ERROR', message: 'Refused.' }) },
    ]);
    const failed = await run(fixture, failing);
    expect(failed.status).toBe('failed');
    expect(failed.detail.revision.revisionNumber).toBe(0);
    expect(pendingPaths(failed.detail)).toEqual(['values.yaml']);

    await using careful = await createFixture(true);
    using model = new ScriptedModel([{ toolCalls: [threeReplicas] }, { text: 'Done.' }]);
    const { detail, status } = await run(careful, model);
    expect(status).toBe('completed');
    expect(detail.revision.revisionNumber).toBe(0);
    expect(pendingPaths(detail)).toEqual(['values.yaml']);
  });
});
