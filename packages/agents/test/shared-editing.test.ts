import { AppError, type BoundTool } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { toPending } from '@shipmate/domain/workspace';
import { describe, expect, it } from 'vitest';
import { createAgentWorld, type AgentWorld } from './agent-world.ts';

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
function personAtWork({ unitOfWork, principal, workspace }: AgentWorld): BoundTool {
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

async function run(world: AgentWorld, model: ScriptedModel) {
  const executor = world.createExecutor(model, { extraTools: [personAtWork(world)] });
  const { run: started } = await executor.start(world.principal, world.question('go'));
  const log = await world.events(started.id);
  const { stores } = world.unitOfWork;
  return {
    results: log.flatMap(({ event }) => (event.type === 'tool_result' ? [event.output] : [])),
    status: (await stores.runs.get(world.principal, started.id)).status,
    detail: await stores.workspaces.getDetail(world.principal, world.workspace.id),
  };
}

describe('a run with concurrent edits by a person', () => {
  const notice = 'Somebody else had changed this file since you last saw it';

  it('keeps the edit and notifies the model once', async () => {
    await using world = await createAgentWorld();
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
    const { results } = await run(world, model);
    expect(results.map((result) => result.includes(notice))).toEqual([false, false, true, false]);
    expect(await world.read('values.yaml')).toMatch(/replicaCount: 4[^]*# by hand\n$/);
  });

  it('does not notify the model when it has seen the edit', async () => {
    await using world = await createAgentWorld();
    using model = new ScriptedModel([
      { toolCalls: [view] },
      { toolCalls: [personEdits] },
      { toolCalls: [view] },
      { toolCalls: [threeReplicas] },
      { text: 'Done.' },
    ]);
    const { results } = await run(world, model);
    expect(results.filter((result) => result.includes(notice))).toEqual([]);
  });
});

describe('with automatic acceptance', () => {
  async function createWorld(validateBeforeAccept = false) {
    const world = await createAgentWorld();
    const settings = { autoAccept: true, validateBeforeAccept };
    await world.unitOfWork.stores.workspaces.setSettings(world.principal, world.workspace.id, settings);
    return world;
  }
  const pendingPaths = ({ files }: Awaited<ReturnType<typeof run>>['detail']) =>
    files.filter(({ pending }) => pending).map(({ path }) => path);

  it('a completed run creates one revision of its changes', async () => {
    await using world = await createWorld();
    using model = new ScriptedModel([{ toolCalls: [threeReplicas, newFile] }, { text: 'Done.' }]);
    const { detail, status } = await run(world, model);
    expect(status).toBe('completed');
    expect(detail.revision).toMatchObject({ revisionNumber: 1, createdType: 'auto_accept' });
    expect(detail.revision.createdByUserId).toBe(world.principal.userId);
    expect(pendingPaths(detail)).toEqual([]);
    expect(detail.files.find(({ path }) => path === 'values.yaml')?.content).toContain('replicaCount: 3');
    expect(detail.files.find(({ path }) => path === 'templates/extra.yaml')?.content).toBe(newFile.input.content);
  });

  it('a file that a person edited too stays pending', async () => {
    await using world = await createWorld();
    using model = new ScriptedModel([
      { toolCalls: [personEdits] },
      { toolCalls: [threeReplicas, newFile] },
      { text: 'Done.' },
    ]);
    const { detail } = await run(world, model);
    expect(detail.revision.createdType).toBe('auto_accept');
    expect(pendingPaths(detail)).toEqual(['values.yaml']);
  });

  it('a run without changes creates no revision', async () => {
    await using world = await createWorld();
    using model = new ScriptedModel([{ toolCalls: [view] }, { text: 'I only looked.' }]);
    expect((await run(world, model)).detail.revision.revisionNumber).toBe(0);
  });

  it('nothing is accepted when the run fails or the workspace requires validation', async () => {
    await using world = await createWorld();
    using failing = new ScriptedModel([
      { toolCalls: [threeReplicas] },
      { error: new AppError({ code: 'VALIDATION_ERROR', message: 'Refused.' }) },
    ]);
    const failed = await run(world, failing);
    expect(failed.status).toBe('failed');
    expect(failed.detail.revision.revisionNumber).toBe(0);
    expect(pendingPaths(failed.detail)).toEqual(['values.yaml']);

    await using careful = await createWorld(true);
    using model = new ScriptedModel([{ toolCalls: [threeReplicas] }, { text: 'Done.' }]);
    const { detail, status } = await run(careful, model);
    expect(status).toBe('completed');
    expect(detail.revision.revisionNumber).toBe(0);
    expect(pendingPaths(detail)).toEqual(['values.yaml']);
  });
});
