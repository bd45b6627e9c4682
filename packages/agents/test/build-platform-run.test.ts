import { bindTools, silentLogger, ToolRegistry } from '@shipmate/core';
import { createTestDatabase, createTestTenant } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { proposeOperation } from '@shipmate/domain/operation';
import type { RunEvent } from '@shipmate/domain/run';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createOperations, operationTools } from '@shipmate/tools';
import { expect, it } from 'vitest';
import { buildPlatform } from '../src/flows/build-platform/build-platform.ts';
import { createRunExecutor, createRunLog } from '../src/index.ts';
import { scriptFlows } from './flow-models.ts';
import { writePlatformPrograms } from './platform-programs.ts';

it('build-platform executes the approved command in a run and streams its output to the log', async () => {
  await using database = await createTestDatabase('pglite');
  await using programs = await writePlatformPrograms();
  const { unitOfWork, notifications } = database;
  const { stores } = unitOfWork;
  const { principal } = await createTestTenant(unitOfWork);
  const operations = createOperations({ environment: { PLATFORM_COMMANDS: programs.folder } });
  if (!operations) throw new Error('The folder is a source.');

  const proposalId = newId();
  const command = ['databases', 'create', 'postgres', 'orders'];
  const model = scriptFlows({
    about: ['Make me a database'],
    turns: [
      { calls: [{ name: 'build-platform', input: { proposalId, answers: { name: 'orders' } } }] },
      { calls: [{ name: 'run_operation', input: { proposalId, command } }] },
      { says: 'There it is.' },
    ],
  });
  const [operation] = (await operations.list({ principal, signal: new AbortController().signal })).operations.filter(
    (each) => each.operation === 'create postgres',
  );
  if (!operation) throw new Error('There is no such operation.');
  const work = proposeOperation(operation, { why: 'It does that.', suggestions: {} });
  await stores.proposals.create(principal, { id: proposalId, intent: 'A database', status: 'asking', work });

  const tools = [
    ...bindTools(operationTools, { operations, ...createToolStorage(unitOfWork) }),
    ...bindTools([buildPlatform], { operations, unitOfWork, tools: [], models: { get: () => model } }),
  ].map((tool) => ({ ...tool, category: 'operations' }));
  const runLog = createRunLog({ unitOfWork, notifications });
  const runs = createRunExecutor({
    unitOfWork,
    notifications,
    runLog,
    models: { get: () => model },
    tools: new ToolRegistry(tools).freeze(),
    approvalSecret: 'a secret of the tests',
    logger: silentLogger,
  });
  const asked = { workspaceId: null, contextType: 'cluster', message: 'Make me a database', model: model.id } as const;
  const { run } = await runs.start(principal, { conversationId: newId(), ...asked });

  const events: RunEvent[] = [];
  for await (const { event } of runLog.tail(run.id, { signal: AbortSignal.timeout(120_000) })) {
    events.push(event);
    if (event.type !== 'approval_required') continue;
    expect(await programs.calls()).toEqual([]);
    const approval = await stores.approvals.get(principal, event.approvalId);
    expect(approval).toMatchObject({ tool: 'run_operation', effect: 'destructive', input: { proposalId, command } });
    expect(approval.preview).toBe(
      'databases create postgres: Sets up a PostgreSQL database.\n$ "databases"\n  "create"\n  "postgres"\n  "orders"',
    );
    await runs.decideApproval(principal, { approvalId: approval.id, verdict: { decision: 'approve' } });
  }
  await runs.close();
  runLog.close();

  expect(await programs.calls()).toEqual([command]);
  expect(events).toContainEqual({
    type: 'tool_output',
    turn: 1,
    toolCallId: expect.any(String),
    name: 'run_operation',
    deltas: ['working on create postgres orders\n'],
  });
  expect(events.at(-1)).toMatchObject({ type: 'run_ended', status: 'completed' });
  expect(await stores.proposals.get(principal, proposalId)).toMatchObject({
    status: 'done',
    work: { result: { exitCode: 0, output: 'working on create postgres orders' } },
  });
});
