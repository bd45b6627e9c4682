import { bindTools, type BoundTool, createToolExecutionContext, type JsonValue, type Principal } from '@shipmate/core';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createOperations, operationTools } from '@shipmate/tools';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPlatform } from '../src/flows/build-platform/build-platform.ts';
import { type Choice, createChoosingModel } from './choosing-model.ts';
import { type PlatformPrograms, writePlatformPrograms } from './platform-programs.ts';

interface Intent {
  readonly intent: string;
  readonly answers?: { readonly [name: string]: JsonValue };
  readonly command: readonly string[];
}

const intents: readonly Intent[] = [
  { intent: 'Create a cluster at aws with 5 nodes', command: ['clusters', 'create', '--nodes=5', 'aws'] },
  { intent: 'Create a private cluster at gcp', command: ['clusters', 'create', '--private', 'gcp'] },
  {
    intent: 'Remove the old cluster',
    answers: { name: 'old' },
    command: ['clusters', 'remove', 'old'],
  },
  {
    intent: 'Upgrade the staging cluster to version 1.34',
    answers: { name: 'staging' },
    command: ['clusters', 'upgrade', '--version=1.34', 'staging'],
  },
  {
    intent: 'Set up a postgres database for orders',
    answers: { name: 'orders' },
    command: ['databases', 'create', 'postgres', 'orders'],
  },
  {
    intent: 'Create a large postgres database',
    answers: { name: 'ledger' },
    command: ['databases', 'create', 'postgres', '--size=large', 'ledger'],
  },
  {
    intent: 'A backup of orders and ledger',
    answers: { names: ['orders', 'ledger'] },
    command: ['databases', 'backup', 'orders', 'ledger'],
  },
  { intent: 'Apply the ingress that we always use', command: ['network', 'apply', 'ingress'] },
  {
    intent: 'Issue what HTTPS needs for the domain shop.example.com',
    command: ['network', 'certificate', 'issue', '--domain=shop.example.com'],
  },
  {
    intent: 'Onboard the team blue',
    answers: { members: ['Ann', 'Bo'] },
    command: ['apps', 'onboard', '--team=blue', '--members=Ann', '--members=Bo'],
  },
];

/** Splits a text into words, in the singular. */
function toWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return new Set(words.map((word) => word.replace(/s$/, '')));
}

/** Returns the operation whose line shares the most words with the intent; undefined when none does. */
function findOperation(intent: string, list: string) {
  const wanted = toWords(intent);
  const [best] = [...list.matchAll(/^(\w+): ([^(\n]+?)(?= \(needs| - |$).*$/gm)]
    .map(([line, tool = '', operation = '']) => ({ tool, operation, shared: toWords(line).intersection(wanted).size }))
    .toSorted((one, other) => other.shared - one.shared);
  return best && best.shared > 0 ? { tool: best.tool, operation: best.operation } : undefined;
}

/** Suggests the values that the intent states for the parameters that the tool listed. */
function suggestValues(intent: string, list: string) {
  return [...list.matchAll(/^(\w+) \((\w+); ?(\w*)(.*)\)/gm)].flatMap(([, parameter = '', kind, type, facts = '']) => {
    const value = findValue(intent, { parameter, kind, type, facts });
    return value === undefined ? [] : [{ parameter, value }];
  });
}

function findValue(
  intent: string,
  {
    parameter,
    kind,
    type,
    facts,
  }: Readonly<Record<'parameter' | 'facts', string>> & { kind?: string | undefined; type?: string | undefined },
): JsonValue | undefined {
  const choices = /one of ([\w, ]+)/.exec(facts)?.[1]?.split(', ');
  if (choices) return choices.find((each) => intent.split(' ').includes(each));
  if (kind === 'switch') return intent.includes(parameter) || undefined;
  if (type === 'integer') return Number(/\d+/.exec(intent)?.[0] ?? Number.NaN) || undefined;
  return new RegExp(`\\b${parameter} (\\S+)`).exec(intent)?.[1];
}

/** Chooses an operation and values by the words that the intent shares with the tools' results. */
function chooseByWords({ question, turn, resultOf }: Choice) {
  const intent = /Request: (.*)/.exec(question)?.[1] ?? '';
  if (turn === 0) return [{ name: 'discover_operations', input: {} }];
  const best = findOperation(intent, resultOf('discover_operations'));
  if (!best) {
    const input = { tool: null, operation: null, why: 'No line shares a word with the request.', suggestions: [] };
    return [{ name: 'submit_answer', input }];
  }
  if (turn === 1) return [{ name: 'get_operation_parameters', input: best }];
  const suggestions = suggestValues(intent, resultOf('get_operation_parameters'));
  const input = { ...best, why: 'Its line shares the most words with the request.', suggestions };
  return [{ name: 'submit_answer', input }];
}

let database: TestDatabase;
let programs: PlatformPrograms;
let principal: Principal;
let tools: ReadonlyMap<string, BoundTool>;
beforeAll(async () => {
  database = await createTestDatabase('pglite');
  programs = await writePlatformPrograms();
  const { unitOfWork } = database;
  ({ principal } = await createTestTenant(unitOfWork));
  const operations = createOperations({ environment: { PLATFORM_COMMANDS: programs.folder } });
  if (!operations) throw new Error('The folder is a source.');
  const platform = bindTools(operationTools, { operations, ...createToolStorage(unitOfWork) });
  const model = createChoosingModel(chooseByWords);
  const flow = bindTools([buildPlatform], { operations, unitOfWork, tools: platform, models: { get: () => model } });
  tools = new Map([...platform, ...flow].map((tool) => [tool.name, tool]));
});
afterAll(async () => {
  await database.close();
  await programs[Symbol.asyncDispose]();
});

async function call(name: string, input: JsonValue) {
  const tool = tools.get(name);
  if (!tool) throw new Error(`There is no ${name}.`);
  const context = { ...createToolExecutionContext({ principal, taskId: 'run' }), toolCallId: 'call' };
  return (await tool.execute(tool.parse(input), context)) as { readonly [key: string]: JsonValue };
}

it.each(intents)('build-platform leads from "$intent" to $command', async ({ intent, answers = {}, command }) => {
  const proposed = await call('build-platform', { intent });
  const proposalId = proposed['proposalId'] ?? '';
  const ready = await call('build-platform', { proposalId, answers });
  expect(ready).toMatchObject({ status: 'ready', command });
  expect(await call('run_operation', { proposalId, command: [...command] })).toMatchObject({ succeeded: true });
  expect((await programs.calls()).at(-1)).toEqual(command);
});

it('build-platform proposes nothing when no listed operation shares a word with the intent', async () => {
  expect(await call('build-platform', { intent: 'Brew coffee' })).toMatchObject({ status: 'nothing_fits' });
});
