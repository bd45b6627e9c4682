import { expect, it } from 'vitest';
import { resultsOf, runLoop, toolOf, type ToolExtra } from '../../test/support/loop-fixture.ts';
import { toolCallsOf } from '../message/message.ts';
import { ScriptedModel, type ScriptedStep } from '../testing/index.ts';

const done = { text: 'Done.' };
const tools = (count: number) => Array.from({ length: count }, (_, at) => toolOf(`tool_${at}`, () => 'x'.repeat(1000)));

it.each([
  { count: 40, warnings: 0 },
  { count: 41, warnings: 1 },
])('Toolbox warns $warnings times about $count tools', async ({ count, warnings }) => {
  using model = new ScriptedModel([done]);
  const { log } = await runLoop(model, tools(count));
  expect(log.filter(({ message }) => message.includes('so many tools'))).toHaveLength(warnings);
});

it('runToolLoop refuses more tools than every provider accepts before anything is spent', async () => {
  using model = new ScriptedModel([]);
  await expect(runLoop(model, tools(129))).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('129'),
  });
});

it('Toolbox does not add read_result to the most tools that every provider accepts', async () => {
  using model = new ScriptedModel([{ toolCalls: [{ name: 'tool_0' }] }, done]);
  const run = await runLoop(model, tools(128), { maxResultChars: 400 });
  expect(resultsOf(run)[0]?.output).toContain('ask for less');
  expect(model.requests.map(({ tools: { length } = [] }) => length)).toEqual([128, 128]);
});

const write = (extra: ToolExtra = {}) => toolOf('write_file', ({ value }) => value, { effect: 'write', ...extra });

it.each<[string, ScriptedStep]>([
  ['another case', { toolCalls: [{ name: 'Write_File', input: { value: 'a' } }] }],
  ['a namespace', { toolCalls: [{ name: 'functions.write_file', input: { value: 'a' } }] }],
  ['arguments with a trailing comma', { toolCalls: [{ name: 'write_file', malformedInput: '{"value": "a",}' }] }],
  ['both', { toolCalls: [{ name: 'writeFile', malformedInput: "{'value': 'a'}" }] }],
])('Toolbox repairs a call with %s before the turn ends', async (_, step) => {
  using model = new ScriptedModel([step, { text: 'Done.' }]);
  const run = await runLoop(model, [write()]);
  expect(run.toolCallsExecuted).toMatchObject([{ tool: 'write_file', input: { value: 'a' }, isError: false }]);
  const [message] = run.messages.filter((said) => said.role === 'assistant');
  expect(message && toolCallsOf(message)).toEqual([
    { type: 'tool_call', id: 'call_1_1', name: 'write_file', input: { value: 'a' } },
  ]);
  expect(run.events.find(({ type }) => type === 'tool_call')).toMatchObject({ name: 'write_file' });
});

it.each<[string, ScriptedStep, ToolExtra]>([
  ['an unknown name', { toolCalls: [{ name: 'launch', input: {} }] }, {}],
  ['truncated arguments', { toolCalls: [{ name: 'write_file', malformedInput: '{"value": "a' }] }, {}],
  ['arguments that the schema refuses', { toolCalls: [{ name: 'write_file', malformedInput: '{"value": 1,}' }] }, {}],
  [
    'arguments of a destructive tool',
    { toolCalls: [{ name: 'write_file', malformedInput: '{"value": "a",}' }] },
    { effect: 'destructive' },
  ],
])('Toolbox does not repair a call with %s', async (_, step, extra) => {
  using model = new ScriptedModel([step, { text: 'Done.' }]);
  const run = await runLoop(model, [write(extra)]);
  expect(run.toolCallsExecuted).toMatchObject([{ isError: true }]);
});

it('Toolbox repairs one call of an answer and keeps its text and its other call', async () => {
  const toolCalls = [
    { name: 'write_file', input: { value: 'a' } },
    { name: 'writeFile', input: { value: 'b' } },
  ];
  using model = new ScriptedModel([{ text: 'Writing.', toolCalls }, done]);
  const run = await runLoop(model, [write()]);
  expect(run.toolCallsExecuted).toMatchObject([{ input: { value: 'a' } }, { input: { value: 'b' } }]);
  expect(run.newMessages[0]?.content).toEqual([
    { type: 'text', text: 'Writing.' },
    { type: 'tool_call', id: 'call_1_1', name: 'write_file', input: { value: 'a' } },
    { type: 'tool_call', id: 'call_1_2', name: 'write_file', input: { value: 'b' } },
  ]);
});

it.each<[string, ScriptedStep, object]>([
  [
    'that the schema refuses',
    { toolCalls: [{ name: 'write_file', malformedInput: '{"value": 1,}' }] },
    { name: 'write_file', input: '{"value": 1,}', malformed: true },
  ],
  [
    'of an unknown tool',
    { toolCalls: [{ name: 'launch', malformedInput: '{"value": "a",}' }] },
    { name: 'launch', input: '{"value": "a",}', malformed: true },
  ],
  [
    'that are valid JSON, but a text',
    { toolCalls: [{ name: 'writeFile', input: '{"value": "a",}' }] },
    { name: 'write_file', input: '{"value": "a",}' },
  ],
])('Toolbox keeps the arguments of a call %s', async (_, step, expected) => {
  using model = new ScriptedModel([step, done]);
  const run = await runLoop(model, [write()]);
  expect(run.newMessages[0]?.content).toEqual([{ type: 'tool_call', id: 'call_1_1', ...expected }]);
  expect(run.toolCallsExecuted).toMatchObject([{ isError: true }]);
});

it('Toolbox reports that a run without tools has none', async () => {
  using model = new ScriptedModel([{ toolCalls: [{ name: 'launch' }] }, done]);
  const run = await runLoop(model, []);
  expect(resultsOf(run)[0]?.output).toContain('Available tools: none.');
});

it('Toolbox does not repair calls of a truncated answer', async () => {
  const cut: ScriptedStep = { toolCalls: [{ name: 'write_file', malformedInput: '{"value": "a"' }], finish: 'length' };
  using model = new ScriptedModel([cut]);
  const run = await runLoop(model, [write()]);
  expect(run).toMatchObject({ stopReason: 'truncated', toolCallsExecuted: [] });
  expect(run.newMessages[0]?.content).toMatchObject([{ malformed: true, input: '{"value": "a"' }]);
});
