import {
  AppError,
  createToolExecutionContext,
  noUsage,
  runToolLoop,
  toBoundTools,
  userMessage,
  type RunToolLoopConfig,
} from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { createUIMessageStream, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import { expect, test } from 'vitest';
import { createUIMessageSink } from '../src/interop/index.ts';

const weather = {
  name: 'weather',
  description: 'Tells the sky.',
  inputSchema: { type: 'object', properties: {} },
} as const;

function loopOf(
  steps: readonly ScriptedStep[],
  config: Partial<RunToolLoopConfig> = {},
): ReadableStream<UIMessageChunk> {
  return createUIMessageStream({
    execute: async ({ writer }) => {
      await runToolLoop(new ScriptedModel(steps), {
        messages: [userMessage('Where does it rain?')],
        tools: toBoundTools([weather], async () => 'rain'),
        context: createToolExecutionContext({
          principal: { userId: 'user', organizationId: 'organization', via: 'local' },
        }),
        ...config,
        onEvent: createUIMessageSink(writer),
      });
    },
  });
}

/** Reads the message as a client of the AI SDK assembles it, and its chunks. */
async function read(stream: ReadableStream<UIMessageChunk>) {
  const [forMessage, forChunks] = stream.tee();
  const errors: unknown[] = [];
  let message: UIMessage | undefined;
  for await (const next of readUIMessageStream({ stream: forMessage, onError: (error) => errors.push(error) }))
    message = next;
  const chunks: UIMessageChunk[] = [];
  for await (const chunk of forChunks) chunks.push(chunk);
  return { parts: message?.parts, chunks, errors };
}

test('a UI message sink sends the text, the reasoning and the tool calls of a loop', async () => {
  const { parts, chunks, errors } = await read(
    loopOf([
      {
        thinking: 'Hm.',
        text: ['Let me ', 'look.'],
        toolCalls: [{ name: 'weather', input: { place: 'Oslo' }, id: 'a' }],
      },
      { text: 'Rain.' },
    ]),
  );
  expect(errors).toEqual([]);
  expect(parts).toMatchObject([
    { type: 'step-start' },
    { type: 'reasoning', text: 'Hm.', state: 'done' },
    { type: 'text', text: 'Let me look.', state: 'done' },
    {
      type: 'dynamic-tool',
      toolName: 'weather',
      toolCallId: 'a',
      state: 'output-available',
      input: { place: 'Oslo' },
      output: 'rain',
    },
    { type: 'step-start' },
    { type: 'text', text: 'Rain.', state: 'done' },
  ]);
  expect(chunks.at(-1)).toEqual({ type: 'finish', finishReason: 'stop' });
});

test('a UI message sink shows a failed tool as failed', async () => {
  const { parts } = await read(loopOf([{ toolCalls: [{ name: 'nothing', id: 'a' }] }, { text: 'Sorry.' }]));
  expect(parts).toContainEqual(
    expect.objectContaining({ type: 'dynamic-tool', state: 'output-error', toolCallId: 'a' }),
  );
});

test('a UI message sink leaves no call open when a model fails within one', async () => {
  const error = new AppError({ code: 'EXTERNAL_API_ERROR', message: 'Acme is failing.', recoverable: false });
  const { parts, chunks } = await read(loopOf([{ toolCalls: [{ name: 'weather', id: 'a' }], error }]));
  expect(parts).toContainEqual(expect.objectContaining({ toolCallId: 'a', state: 'output-error' }));
  expect(chunks).toContainEqual({ type: 'error', errorText: 'Acme is failing.' });
  expect(chunks.at(-1)).toEqual({ type: 'finish', finishReason: 'error' });
});

test('a UI message sink retracts the text of a turn that is retried', async () => {
  const stream = createUIMessageStream({
    execute: ({ writer }) => {
      const send = createUIMessageSink(writer);
      send({ type: 'turn_start', turn: 0, model: 'acme:large', wrapUp: false });
      send({ type: 'content_delta', turn: 0, text: 'Well, ' });
      send({ type: 'tool_call_start', turn: 0, id: 'a', name: 'weather' });
      send({ type: 'turn_restarted', turn: 0, model: 'acme:large', reason: 'retry', delayMs: 0 });
      send({ type: 'content_delta', turn: 0, text: 'Rain.' });
      send({ type: 'loop_end', stopReason: 'final', usage: noUsage });
    },
  });
  const { parts, errors } = await read(stream);
  expect(errors).toEqual([]);
  expect(parts?.filter(({ type }) => type !== 'step-start')).toEqual([{ type: 'text', text: 'Rain.', state: 'done' }]);
});

test('a UI message sink aborts the message when the loop is aborted', async () => {
  const { chunks } = await read(loopOf([], { signal: AbortSignal.abort() }));
  expect(chunks.at(-1)).toEqual({ type: 'abort' });
});
