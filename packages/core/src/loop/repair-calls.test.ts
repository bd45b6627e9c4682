import { expect, it } from 'vitest';
import { runLoop, toolOf, type ToolExtra } from '../../test/support/loop-fixture.ts';
import { toolCallsOf } from '../message/message.ts';
import { ScriptedModel, type ScriptedStep } from '../testing/index.ts';

const write = (extra: ToolExtra = {}) => toolOf('write_file', ({ value }) => value, { effect: 'write', ...extra });

it.each<[string, ScriptedStep]>([
  ['another case', { toolCalls: [{ name: 'Write_File', input: { value: 'a' } }] }],
  ['a namespace', { toolCalls: [{ name: 'functions.write_file', input: { value: 'a' } }] }],
  ['arguments with a trailing comma', { toolCalls: [{ name: 'write_file', malformedInput: '{"value": "a",}' }] }],
  ['both', { toolCalls: [{ name: 'writeFile', malformedInput: "{'value': 'a'}" }] }],
])('mends a call with %s before a turn is spent on it', async (_, step) => {
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
  ['a name that means nothing', { toolCalls: [{ name: 'launch', input: {} }] }, {}],
  ['arguments that lost something', { toolCalls: [{ name: 'write_file', malformedInput: '{"value": "a' }] }, {}],
  ['arguments that do not fit', { toolCalls: [{ name: 'write_file', malformedInput: '{"value": 1,}' }] }, {}],
  [
    'arguments of a tool that destroys',
    { toolCalls: [{ name: 'write_file', malformedInput: '{"value": "a",}' }] },
    { effect: 'destructive' },
  ],
])('leaves a call alone with %s', async (_, step, extra) => {
  using model = new ScriptedModel([step, { text: 'Done.' }]);
  const run = await runLoop(model, [write(extra)]);
  expect(run.toolCallsExecuted).toMatchObject([{ isError: true }]);
});

it('mends nothing in an answer that was cut off', async () => {
  const cut: ScriptedStep = { toolCalls: [{ name: 'write_file', malformedInput: '{"value": "a"' }], finish: 'length' };
  using model = new ScriptedModel([cut]);
  const run = await runLoop(model, [write()]);
  expect(run).toMatchObject({ stopReason: 'truncated', toolCallsExecuted: [] });
  expect(run.newMessages[0]?.content).toMatchObject([{ malformed: true, input: '{"value": "a"' }]);
});
