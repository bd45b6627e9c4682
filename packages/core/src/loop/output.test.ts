import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { expectValidHistory, resultsOf, runLoop, toolOf } from '../../test/support/loop-fixture.ts';
import { createToolExecutionContext } from '../tool/tool-execution-context.ts';
import { userMessage } from '../message/message.ts';
import { ScriptedModel, type ScriptedStep } from '../testing/index.ts';
import { runToolLoop } from './run-tool-loop.ts';

const echo = toolOf('echo', ({ value = '' }) => ({ echoed: value }));
const output = z.object({ cause: z.string(), confidence: z.number().min(0).max(1).default(0.5) });
const submit = (input: Record<string, string | number>): ScriptedStep => ({
  toolCalls: [{ name: 'submit_answer', input }],
});
const good = submit({ cause: 'OOM' });
const bad = submit({ cause: 'OOM', confidence: 95 });
const prose: ScriptedStep = { text: 'It ran out of memory.' };
const value = { cause: 'OOM', confidence: 0.5 };

it('runToolLoop ends with an answer that matches the output schema', async () => {
  using model = new ScriptedModel([{ toolCalls: [{ name: 'echo' }] }, good]);
  const run = await runLoop(model, [echo], { output });
  expect(run).toMatchObject({ stopReason: 'final', output: value, finalMessage: JSON.stringify(value), iterations: 2 });
  expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['echo', 'submit_answer']);
  expect(resultsOf(run).at(-1)).toEqual({ output: 'Accepted.', isError: false });
});

it('runToolLoop runs the other calls of a turn before the finish tool', async () => {
  using model = new ScriptedModel([{ text: 'So:', toolCalls: [{ name: 'slow' }, ...(good.toolCalls ?? [])] }]);
  const slow = toolOf('slow', () => new Promise((resolve) => setImmediate(resolve)));
  const run = await runLoop(model, [slow], { output });
  expect(run).toMatchObject({ stopReason: 'final', output: value, finalMessage: 'So:' });
  expect(run.events.flatMap((event) => (event.type === 'tool_result' ? event.name : []))).toEqual([
    'slow',
    'submit_answer',
  ]);
});

it('runToolLoop returns the schema errors to the model and accepts its corrected answer', async () => {
  using model = new ScriptedModel([bad, good]);
  const run = await runLoop(model, [], { output });
  expect(resultsOf(run)[0]?.output).toContain('confidence');
  expect(run).toMatchObject({ stopReason: 'final', output: value, iterations: 2 });
});

it('runToolLoop requests the finish tool once when the model answers in words', async () => {
  using model = new ScriptedModel([prose, good]);
  const run = await runLoop(model, [], { output });
  expect(run).toMatchObject({ stopReason: 'final', output: value, iterations: 1 });
  expect(model.requests[1]).toMatchObject({ toolChoice: 'required' });
  expect(model.requests[1]?.messages.at(-1)).toEqual(userMessage('Give your final answer by calling submit_answer.'));
});

it('runToolLoop lets a model call the finish tool after an empty answer', async () => {
  using model = new ScriptedModel([{ toolCalls: [{ name: 'echo' }] }, {}, good]);
  expect(await runLoop(model, [echo], { output })).toMatchObject({ stopReason: 'final', output: value });
  expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual([undefined, undefined, undefined]);
});

it.each([
  ['text twice', [prose, prose]],
  ['an invalid answer twice', [bad, bad]],
])('runToolLoop ends with an error and keeps the messages when it gets %s', async (_, steps) => {
  using model = new ScriptedModel(steps);
  const run = await runLoop(model, [], { output });
  expect(run).toMatchObject({
    stopReason: 'model_error',
    error: { code: 'EXTERNAL_API_ERROR', message: 'The model gave no answer of the asked-for shape.' },
  });
  expect('output' in run).toBe(false);
  expect(run.newMessages.length).toBeGreaterThan(0);
});

it('runToolLoop accepts the finish tool in the last turn, and no other call', async () => {
  using model = new ScriptedModel([
    { toolCalls: [{ name: 'echo' }] },
    { toolCalls: [{ name: 'echo', input: { value: 'more' } }, ...(good.toolCalls ?? [])] },
  ]);
  const run = await runLoop(model, [echo], { output, maxIterations: 2 });
  expect(run).toMatchObject({ stopReason: 'max_iterations', output: value });
  expect(model.requests[1]).toMatchObject({ toolChoice: 'required' });
  expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('Call submit_answer now with what you know');
  expect(resultsOf(run).map(({ isError }) => isError)).toEqual([false, true, false]);
});

it.each([
  ['truncated', 'length'],
  ['refused', 'content_filter'],
] as const)('runToolLoop ends as %s and without the answer when it finishes with %s', async (stopReason, finish) => {
  using model = new ScriptedModel([{ ...good, finish }]);
  const run = await runLoop(model, [], { output });
  expect(run.stopReason).toBe(stopReason);
  expect('output' in run).toBe(false);
});

it('runToolLoop takes no answer from a turn on which a hook failed', async () => {
  using model = new ScriptedModel([good]);
  const run = await runLoop(model, [], { output, hooks: { afterTurn: () => Promise.reject(new Error('no')) } });
  expect(run).toMatchObject({ stopReason: 'model_error', error: { message: 'The hook afterTurn failed.' } });
  expect('output' in run).toBe(false);
});

it('runToolLoop waits for an answer while other tools fail', async () => {
  const fails = toolOf('fails', () => Promise.reject(new Error('no')));
  using model = new ScriptedModel([{ toolCalls: [{ name: 'fails' }, { name: 'fails', input: { value: 'b' } }] }, good]);
  expect(await runLoop(model, [fails], { output })).toMatchObject({ stopReason: 'final', output: value });
});

it('runToolLoop wraps an output schema that is not an object', async () => {
  using model = new ScriptedModel([{ toolCalls: [{ name: 'submit_answer', input: { answer: ['a', 'b'] } }] }]);
  expect(await runLoop(model, [], { output: z.array(z.string()) })).toMatchObject({ output: ['a', 'b'] });
});

it('runToolLoop types the output by its schema', async () => {
  using model = new ScriptedModel([good, prose]);
  const config = {
    messages: [userMessage('Why?')],
    tools: [],
    context: createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } }),
  };
  const typed = await runToolLoop(model, { ...config, output });
  expectTypeOf(typed.output).toEqualTypeOf<{ cause: string; confidence: number } | undefined>();
  const plain = await runToolLoop(model, config);
  expectTypeOf(plain.output).toEqualTypeOf<undefined>();
  expectValidHistory(typed.messages);
});
