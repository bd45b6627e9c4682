import {
  bindTools,
  type BoundTool,
  type ChatModel,
  createToolExecutionContext,
  type JsonValue,
  type Principal,
} from '@shipmate/core';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createOperations, operationTools } from '@shipmate/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPlatform } from '../src/flows/build-platform/build-platform.ts';
import { type FlowTurn, flowWires, scriptFlows } from './flow-models.ts';
import { type PlatformPrograms, writePlatformPrograms } from './platform-programs.ts';

let database: TestDatabase;
let programs: PlatformPrograms;
let principal: Principal;
beforeAll(async () => {
  database = await createTestDatabase('pglite');
  programs = await writePlatformPrograms();
  ({ principal } = await createTestTenant(database.unitOfWork));
});
afterAll(async () => {
  await database.close();
  await programs[Symbol.asyncDispose]();
});

interface Chosen {
  readonly tool: string;
  readonly operation: string;
  readonly suggestions?: readonly { readonly parameter: string; readonly value: JsonValue }[];
}

/** Scripts a model that lists the operations and chooses one. */
function choose({ tool, operation, suggestions = [] }: Chosen): readonly FlowTurn[] {
  return [
    { calls: [{ name: 'discover_operations', input: {} }] },
    { calls: [{ name: 'get_operation_parameters', input: { tool, operation } }] },
    { answer: { tool, operation, why: 'It does that.', suggestions } },
  ];
}

/** Opens the flow and the platform tools over one model; the returned function calls a tool. */
function open(model: ChatModel, as = principal) {
  const { unitOfWork } = database;
  const operations = createOperations({ environment: { PLATFORM_COMMANDS: programs.folder } });
  if (!operations) throw new Error('The folder is a source.');
  const tools = bindTools(operationTools, { operations, ...createToolStorage(unitOfWork) });
  const flow = bindTools([buildPlatform], { operations, unitOfWork, tools, models: { get: () => model } });
  const byName = new Map<string, BoundTool>([...tools, ...flow].map((tool) => [tool.name, tool]));
  return async (name: string, input: JsonValue, toolCallId?: string) => {
    const tool = byName.get(name);
    if (!tool) throw new Error(`There is no ${name}.`);
    const context = createToolExecutionContext({
      principal: as,
      taskId: 'run',
      ...(toolCallId !== undefined && { toolCallId }),
    });
    const output = (await tool.execute(tool.parse(input), context)) as { readonly [key: string]: JsonValue };
    return { output, text: tool.toModel(output) };
  };
}

interface Intent {
  readonly intent: string;
  readonly chosen: Chosen;
  readonly answers?: { readonly [name: string]: JsonValue };
  readonly command: readonly string[];
}

const intents: readonly Intent[] = [
  {
    intent: 'A cluster in AWS with five nodes',
    chosen: {
      tool: 'clusters',
      operation: 'create',
      suggestions: [
        { parameter: 'provider', value: 'aws' },
        { parameter: 'nodes', value: 5 },
      ],
    },
    command: ['clusters', 'create', '--nodes=5', 'aws'],
  },
  {
    intent: 'A private cluster at Google',
    chosen: { tool: 'clusters', operation: 'create', suggestions: [{ parameter: 'private', value: true }] },
    answers: { provider: 'gcp' },
    command: ['clusters', 'create', '--private', 'gcp'],
  },
  {
    intent: 'Get rid of the old cluster',
    chosen: { tool: 'clusters', operation: 'remove' },
    answers: { name: '--all; rm -rf $HOME' },
    command: ['clusters', 'remove', '--', '--all; rm -rf $HOME'],
  },
  {
    intent: 'Bring the staging cluster to 1.34',
    chosen: { tool: 'clusters', operation: 'upgrade', suggestions: [{ parameter: 'version', value: '1.34' }] },
    answers: { name: 'staging' },
    command: ['clusters', 'upgrade', '--version=1.34', 'staging'],
  },
  {
    intent: 'A database for orders',
    chosen: { tool: 'databases', operation: 'create postgres', suggestions: [{ parameter: 'name', value: 'orders' }] },
    command: ['databases', 'create', 'postgres', 'orders'],
  },
  {
    intent: 'A large database',
    chosen: { tool: 'databases', operation: 'create postgres', suggestions: [{ parameter: 'size', value: 'large' }] },
    answers: { name: 'ledger' },
    command: ['databases', 'create', 'postgres', '--size=large', 'ledger'],
  },
  {
    intent: 'Back up orders and ledger',
    chosen: {
      tool: 'databases',
      operation: 'backup',
      suggestions: [{ parameter: 'names', value: ['orders', 'ledger'] }],
    },
    command: ['databases', 'backup', 'orders', 'ledger'],
  },
  {
    intent: 'Ingress with the default class',
    chosen: { tool: 'network', operation: 'apply ingress' },
    command: ['network', 'apply', 'ingress'],
  },
  {
    intent: 'HTTPS for shop.example.com',
    chosen: { tool: 'network', operation: 'issue', suggestions: [{ parameter: 'domain', value: 'shop.example.com' }] },
    command: ['network', 'certificate', 'issue', '--domain=shop.example.com'],
  },
  {
    intent: 'Onboard team blue with Ann and Bo',
    chosen: { tool: 'apps', operation: 'onboard', suggestions: [{ parameter: 'team', value: 'blue' }] },
    answers: { members: ['Ann', 'Bo'] },
    command: ['apps', 'onboard', '--team=blue', '--members=Ann', '--members=Bo'],
  },
];

/** Takes an intent through the proposal to the completed command. */
async function runIntent(call: ReturnType<typeof open>, { intent, answers = {} }: Pick<Intent, 'intent' | 'answers'>) {
  const proposed = await call('build-platform', { intent });
  const proposalId = proposed.output['proposalId'] ?? '';
  const ready = await call('build-platform', { proposalId, answers });
  const command = ready.output['command'] ?? [];
  const ended = await call('run_operation', { proposalId, command }, 'call');
  return { proposed, ready, ended, proposalId, command };
}

it.each(intents)('build-platform runs $command for "$intent"', async ({ intent, chosen, answers, command }) => {
  const call = open(scriptFlows({ about: [intent], turns: choose(chosen) }));
  const { proposed, ready, ended } = await runIntent(call, { intent, ...(answers && { answers }) });
  expect(proposed.output).toMatchObject({ status: 'asking', command: null });
  expect(ready.output).toMatchObject({ status: 'ready', command });
  expect(ended.output).toMatchObject({ succeeded: true, exitCode: 0 });
  expect((await programs.calls()).at(-1)).toEqual(command);
});

it.each(flowWires)('build-platform works over the wire format of $name', async (wire) => {
  const chosen = {
    tool: 'databases',
    operation: 'create postgres',
    suggestions: [{ parameter: 'name', value: 'wired' }],
  };
  await using provider = await wire.open(choose(chosen));
  const { ended } = await runIntent(open(provider.model), { intent: 'A database' });
  expect(ended.output).toMatchObject({ succeeded: true });
  expect((await programs.calls()).at(-1)).toEqual(['databases', 'create', 'postgres', 'wired']);
});

describe('build-platform', () => {
  it('lets the model correct an operation that does not exist', async () => {
    const wrong = { answer: { tool: 'clusters', operation: 'explode', why: 'Boom.', suggestions: [] } };
    const [look, , right] = choose({ tool: 'clusters', operation: 'remove' });
    const call = open(
      scriptFlows({ about: ['a corrected choice'], turns: [look as FlowTurn, wrong, right as FlowTurn] }),
    );
    const { output } = await call('build-platform', { intent: 'a corrected choice' });
    expect(output).toMatchObject({ status: 'asking' });
  });

  it('reports that no operation fits when the model chooses none', async () => {
    const nothing = { answer: { tool: null, operation: null, why: 'Nobody brews coffee here.', suggestions: [] } };
    const { output, text } = await open(scriptFlows({ about: ['coffee'], turns: [nothing] }))('build-platform', {
      intent: 'coffee',
    });
    expect(output).toEqual({ proposalId: null, status: 'nothing_fits', command: null, text });
    expect(text).toBe('No operation fits.\n<untrusted source="model">\nNobody brews coffee here.\n</untrusted>');
  });
});

describe('a build-platform proposal', () => {
  const call = () => open(scriptFlows({ about: ['remove'], turns: choose({ tool: 'clusters', operation: 'remove' }) }));

  it('asks for missing answers and rejects invalid ones', async () => {
    const flow = call();
    const { output, text } = await flow('build-platform', { intent: 'remove' });
    const proposalId = output['proposalId'] ?? '';
    expect(text).toContain('- name (string; required)');
    await expect(flow('build-platform', { proposalId, answers: {} })).rejects.toThrow(/name: an answer is needed/);
    await expect(flow('build-platform', { proposalId, answers: { force: true } })).rejects.toThrow(
      /force: there is no question/,
    );
    expect((await flow('build-platform', { proposalId })).output).toMatchObject({ status: 'asking', command: null });
  });

  it('is executed once, by one call, and only with the command that was shown', async () => {
    const flow = call();
    const before = (await programs.calls()).length;
    const { output } = await flow('build-platform', { intent: 'remove' });
    const proposalId = output['proposalId'] ?? '';
    const shown = await flow('build-platform', { proposalId, answers: { name: 'one' } });
    await flow('build-platform', { proposalId, answers: { name: 'two' } });
    const run = (command: JsonValue, id: string) => flow('run_operation', { proposalId, command }, id);
    await expect(run(shown.output['command'] ?? [], 'a')).rejects.toMatchObject({ code: 'CONFLICT' });
    const command = ['clusters', 'remove', 'two'];
    const runs = await Promise.allSettled(['a', 'b', 'c'].map((id) => run(command, id)));
    expect(runs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(run(command, 'a')).rejects.toThrow(/has been executed already/);
    await expect(flow('build-platform', { proposalId, answers: { name: 'one' } })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await programs.calls()).slice(before)).toEqual([command]);
  });

  it('is executed again by the same call after its process died', async () => {
    const flow = call();
    const { output } = await flow('build-platform', { intent: 'remove' });
    const { proposalId } = output as { readonly proposalId: string };
    await flow('build-platform', { proposalId, answers: { name: 'broken off' } });
    const { proposals } = database.unitOfWork.stores;
    await proposals.move(principal, proposalId, { from: ['ready'], to: 'taken', takenBy: 'run first' });
    const command = ['clusters', 'remove', 'broken off'];
    const other = flow('run_operation', { proposalId, command }, 'second');
    await expect(other).rejects.toThrow(/is being executed, or its process ended during the execution/);
    const again = await flow('run_operation', { proposalId, command }, 'first');
    expect(again.output).toMatchObject({ succeeded: true });
  });

  it('reports the exit code and the end of the output when its command fails', async () => {
    const flow = open(scriptFlows({ about: ['status'], turns: choose({ tool: 'apps', operation: 'status' }) }));
    const { output } = await flow('build-platform', { intent: 'status' });
    expect(output).toMatchObject({ status: 'ready', command: ['apps', 'status'] });
    const { proposalId = '', command = [] } = output;
    const ended = await flow('run_operation', { proposalId, command });
    expect(ended.output).toEqual({
      succeeded: false,
      exitCode: 7,
      summary: 'The command ended with exit code 7.',
      output: 'working on status',
    });
    expect((await flow('build-platform', { proposalId })).text).toMatch(
      /It was executed. The command ended with exit code 7/,
    );
  });

  it('is not found by another tenant', async () => {
    const { output } = await call()('build-platform', { intent: 'remove' });
    const stranger = open(scriptFlows(), (await createTestTenant(database.unitOfWork)).principal);
    const proposalId = output['proposalId'] ?? '';
    await expect(stranger('build-platform', { proposalId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const run = stranger('run_operation', { proposalId, command: ['clusters', 'remove', 'one'] });
    await expect(run).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
