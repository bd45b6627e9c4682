import { getEventListeners } from 'node:events';
import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { userMessage, type ChatModel, type Message, type ModelEvent } from '@shipmate/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask, completed, failed } from '../../test/ask.ts';
import { fromLanguageModel } from './from-language-model.ts';
import type { Silence } from './watchdog.ts';

type Parts = readonly LanguageModelV4StreamPart[];
type DoStream = LanguageModelV4['doStream'];

const usage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 7, text: undefined, reasoning: undefined },
};

function finish(unified: 'stop' | 'tool-calls' | 'length' | 'error' | 'interrupted' | 'other', raw?: string) {
  return { type: 'finish', usage, finishReason: { unified, raw } } as const;
}

function toolCall(toolCallId: string, input: string, toolName = 'weather') {
  return { type: 'tool-call', toolCallId, toolName, input } as const;
}

/** Creates a chat model from a provider's model of any package. */
function modelThat(doStream: DoStream, silence: Partial<Silence> = {}): ChatModel {
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'acme.chat',
    modelId: 'large',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('The adapter streams.')),
    doStream,
  };
  return fromLanguageModel(model, { vendor: { id: 'acme', name: 'Acme', keyVariable: 'ACME_KEY' }, ...silence });
}

function modelThatStreams(...parts: Parts): ChatModel {
  return modelThat(async () => ({ stream: ReadableStream.from(parts) as ReadableStream<LanguageModelV4StreamPart> }));
}

function callsIn(events: readonly ModelEvent[]) {
  return completed(events).message.content.filter((part) => part.type === 'tool_call');
}

test('fromLanguageModel names the model by its vendor and its model', () => {
  expect(modelThatStreams().id).toBe('acme:large');
});

test('fromLanguageModel counts unreported usage as 0', async () => {
  const events = await ask(modelThatStreams({ type: 'text-delta', id: '1', delta: 'Hi' }, finish('stop', 'stop')));
  expect(completed(events).usage).toEqual({
    inputTokens: 0,
    outputTokens: 7,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  });
});

describe('text and reasoning', () => {
  test('keep their blocks, their order and the latest metadata', async () => {
    const events = await ask(
      modelThatStreams(
        { type: 'reasoning-start', id: '1', providerMetadata: { acme: { draft: true } } },
        { type: 'text-start', id: '1' },
        { type: 'reasoning-delta', id: '1', delta: 'Hm.' },
        { type: 'text-delta', id: '1', delta: 'One ' },
        { type: 'reasoning-end', id: '1', providerMetadata: { acme: { signature: 'S' } } },
        { type: 'text-end', id: '1' },
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'two' },
        finish('stop', 'stop'),
      ),
    );
    expect(completed(events).message.content).toEqual([
      { type: 'reasoning', text: 'Hm.', metadata: { acme: { signature: 'S' } } },
      { type: 'text', text: 'One ' },
      { type: 'text', text: 'two' },
    ]);
  });

  test('name their vendor under any name that the package uses for its metadata', async () => {
    const events = await ask(
      modelThatStreams(
        { type: 'reasoning-delta', id: '1', delta: 'Hm.' },
        { type: 'reasoning-start', id: '2', providerMetadata: { bedrock: { signature: 'S' } } },
        { type: 'text-delta', id: '1', delta: 'Hi' },
        finish('stop', 'stop'),
      ),
    );
    expect(completed(events).message.content).toEqual([
      { type: 'reasoning', text: 'Hm.', metadata: { acme: {} } },
      { type: 'reasoning', text: '', metadata: { acme: {}, bedrock: { signature: 'S' } } },
      { type: 'text', text: 'Hi' },
    ]);
  });

  test('are dropped when empty, and kept when they have only metadata', async () => {
    const events = await ask(
      modelThatStreams(
        { type: 'text-start', id: 'empty' },
        { type: 'text-delta', id: 'empty', delta: '' },
        { type: 'reasoning-start', id: 'redacted', providerMetadata: { acme: { redactedData: 'R' } } },
        finish('stop', 'stop'),
      ),
    );
    expect(events.map(({ type }) => type)).toEqual(['message_start', 'message_complete']);
    expect(completed(events).message.content).toEqual([
      { type: 'reasoning', text: '', metadata: { acme: { redactedData: 'R' } } },
    ]);
  });
});

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('arguments of tool calls', () => {
  test.each([
    { text: '', part: { input: {} } },
    { text: ' \n', part: { input: {} } },
    { text: '{"a":1}', part: { input: { a: 1 } } },
    { text: '[1]', part: { input: [1] } },
    { text: 'null', part: { input: null } },
    { text: '{"a":', part: { input: '{"a":', malformed: true } },
    { text: 'Oslo', part: { input: 'Oslo', malformed: true } },
    { text: nested(200), part: { input: JSON.parse(nested(200)) } },
    { text: nested(201), part: { input: nested(201), malformed: true } },
  ])('$text', async ({ text, part }) => {
    const events = await ask(modelThatStreams(toolCall('1', text), finish('tool-calls', 'tool_calls')));
    expect(callsIn(events)).toEqual([{ type: 'tool_call', id: '1', name: 'weather', ...part }]);
  });

  test('are those that were streamed when the package replaces invalid JSON with an empty object', async () => {
    const events = await ask(
      modelThatStreams(
        { type: 'tool-input-start', id: '1', toolName: 'weather' },
        { type: 'tool-input-delta', id: '1', delta: '{"place":' },
        toolCall('1', '{}'),
        finish('tool-calls', 'tool_calls'),
      ),
    );
    expect(callsIn(events)).toMatchObject([{ input: '{"place":', malformed: true }]);
  });

  test('of a call that the provider never completed are malformed, even when they parse as JSON', async () => {
    const events = await ask(
      modelThatStreams(
        { type: 'tool-input-start', id: '1', toolName: 'weather' },
        { type: 'tool-input-delta', id: '1', delta: '{}' },
        finish('length', 'length'),
      ),
    );
    expect(callsIn(events)).toMatchObject([{ id: '1', input: '{}', malformed: true }]);
    expect(completed(events).finish).toBe('length');
  });
});

describe('ids of tool calls', () => {
  test('are generated when the provider gives none', async () => {
    const events = await ask(modelThatStreams(toolCall('', '{}'), toolCall('', '{}'), finish('stop', 'stop')));
    const ids = callsIn(events).map(({ id }) => id);
    expect(ids).toEqual([expect.stringMatching(/^call_/), expect.stringMatching(/^call_/)]);
    expect(new Set(ids).size).toBe(2);
  });

  test('are changed when they are already used, in the answer or before it', async () => {
    const history: Message[] = [
      userMessage('Weather?'),
      { role: 'assistant', content: [{ type: 'tool_call', id: 'a', name: 'weather', input: {} }] },
      { role: 'tool', content: [{ type: 'tool_result', id: 'a', name: 'weather', output: 'rain', isError: false }] },
    ];
    const model = modelThatStreams(
      toolCall('a', '{}'),
      toolCall('a', '{}'),
      toolCall('b', '{}'),
      finish('stop', 'stop'),
    );
    const events = await ask(model, { messages: history });
    expect(callsIn(events).map(({ id }) => id)).toEqual(['a_2', 'a_3', 'b']);
    expect(events.flatMap((event) => (event.type === 'tool_use_start' ? event.id : []))).toEqual(['a_2', 'a_3', 'b']);
  });

  test('that repeat keep their own deltas and arguments', async () => {
    const events = await ask(
      modelThatStreams(
        { type: 'tool-input-start', id: 'a', toolName: 'weather' },
        { type: 'tool-input-delta', id: 'a', delta: '{"n":1}' },
        toolCall('a', '{"n":1}'),
        { type: 'tool-input-start', id: 'a', toolName: 'weather' },
        { type: 'tool-input-delta', id: 'a', delta: '{"n":2}' },
        toolCall('a', '{"n":2}'),
        finish('stop', 'stop'),
      ),
    );
    expect(callsIn(events)).toMatchObject([
      { id: 'a', input: { n: 1 } },
      { id: 'a_2', input: { n: 2 } },
    ]);
    expect(events.filter(({ type }) => type === 'tool_use_input')).toEqual([
      { type: 'tool_use_input', id: 'a', delta: '{"n":1}' },
      { type: 'tool_use_input', id: 'a_2', delta: '{"n":2}' },
    ]);
  });

  test('fromLanguageModel ignores calls that the provider runs itself', async () => {
    const events = await ask(
      modelThatStreams(
        { type: 'tool-input-start', id: 's', toolName: 'web_search', providerExecuted: true },
        { type: 'tool-input-delta', id: 's', delta: '{}' },
        { ...toolCall('s', '{}', 'web_search'), providerExecuted: true },
        { type: 'text-delta', id: '1', delta: 'Found.' },
        finish('stop', 'stop'),
      ),
    );
    expect(callsIn(events)).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(['message_start', 'content_delta', 'message_complete']);
  });
});

describe('the end of the answer', () => {
  test.each([
    { reason: finish('stop', 'stop'), calls: true, expected: 'tool_calls' },
    { reason: finish('other', 'eos'), calls: true, expected: 'tool_calls' },
    { reason: finish('other', 'eos'), calls: false, expected: 'other' },
    { reason: finish('length', 'length'), calls: true, expected: 'length' },
    { reason: finish('tool-calls', 'tool_use'), calls: true, expected: 'tool_calls' },
  ] as const)('$reason.finishReason with calls: $calls is $expected', async ({ reason, calls, expected }) => {
    const events = await ask(modelThatStreams(...(calls ? [toolCall('1', '{}')] : []), reason));
    expect(completed(events).finish).toBe(expected);
  });

  test.each([
    { how: 'there is no finish', parts: [] },
    { how: 'it was interrupted', parts: [finish('interrupted')] },
    { how: 'it failed', parts: [finish('error', 'FAILED')] },
    { how: 'no reason was given', parts: [finish('other')] },
  ])('is an error when $how', async ({ parts }) => {
    const events = await ask(modelThatStreams({ type: 'text-delta', id: '1', delta: 'Hi' }, ...parts));
    const { error, usage: spent } = failed(events);
    expect(error).toMatchObject({ code: 'EXTERNAL_API_ERROR', recoverable: true });
    expect(spent?.outputTokens).toBe(parts.length === 0 ? undefined : 7);
  });

  test.each([finish('error', 'MALFORMED_FUNCTION_CALL'), finish('other', 'UNEXPECTED_TOOL_CALL')])(
    'is tool_calls for a failed call: $finishReason.raw',
    async (end) => {
      const events = await ask(modelThatStreams({ type: 'text-delta', id: '1', delta: ',a:1})' }, end));
      expect(completed(events)).toMatchObject({ finish: 'tool_calls', usage: { outputTokens: 7 } });
    },
  );

  test('is an error when the provider reports one, and later parts are ignored', async () => {
    const events = await ask(
      modelThatStreams(
        { type: 'text-delta', id: '1', delta: 'Hi' },
        { type: 'error', error: { message: 'secret', statusCode: 529 } },
        { type: 'text-delta', id: '1', delta: 'there' },
        finish('stop', 'stop'),
      ),
    );
    expect(events.map(({ type }) => type)).toEqual(['message_start', 'content_delta', 'error']);
    expect(failed(events)).toMatchObject({
      error: { code: 'EXTERNAL_API_ERROR', message: expect.not.stringContaining('secret'), details: { status: 529 } },
      usage: { outputTokens: 7 },
    });
  });

  test('is an error when the provider throws at once', async () => {
    const events = await ask(
      modelThat(() => {
        throw new TypeError('secret');
      }),
    );
    expect(events).toEqual([{ type: 'error', error: expect.objectContaining({ code: 'EXTERNAL_API_ERROR' }) }]);
  });
});

describe('a provider that is silent', () => {
  const longSilence = { firstByteMs: 60_000, idleMs: 60_000 };

  test('before its answer is abandoned, and cancelled when it does answer', async () => {
    const late = Promise.withResolvers<Awaited<ReturnType<DoStream>>>();
    const cancelled = Promise.withResolvers<void>();
    const events = await ask(modelThat(() => late.promise, { ...longSilence, firstByteMs: 5 }));
    expect(events).toEqual([{ type: 'error', error: expect.objectContaining({ code: 'TIMEOUT', recoverable: true }) }]);
    late.resolve({ stream: new ReadableStream({ cancel: () => cancelled.resolve() }) });
    await cancelled.promise;
  });

  test.each([
    { when: 'before its first word', spoken: [], silence: { ...longSilence, firstByteMs: 5 } },
    { when: 'within its answer', spoken: ['Well, '], silence: { ...longSilence, idleMs: 5 } },
  ])('$when is abandoned and cancelled', async ({ spoken, silence }) => {
    const cancelled = Promise.withResolvers<void>();
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      start(queue) {
        queue.enqueue({ type: 'stream-start', warnings: [] });
        for (const delta of spoken) queue.enqueue({ type: 'text-delta', id: '1', delta });
      },
      cancel: () => cancelled.resolve(),
    });
    const events = await ask(modelThat(async () => ({ stream }), silence));
    await cancelled.promise;
    expect(events.map(({ type }) => type)).toEqual(['message_start', ...spoken.map(() => 'content_delta'), 'error']);
    expect(failed(events).error).toMatchObject({ code: 'TIMEOUT', details: { provider: 'acme' } });
  });
});

describe('a provider that is not silent', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('may take longer for its answer than the silence limit', async () => {
    let spoken = 0;
    const stream = new ReadableStream<LanguageModelV4StreamPart>(
      {
        pull(queue) {
          vi.advanceTimersByTime(900);
          spoken += 1;
          queue.enqueue(spoken === 9 ? finish('stop', 'stop') : { type: 'text-delta', id: '1', delta: 'a' });
          if (spoken === 9) queue.close();
        },
      },
      { highWaterMark: 0 },
    );
    const events = await ask(modelThat(async () => ({ stream }), { firstByteMs: 1000, idleMs: 1000 }));
    expect(completed(events).message.content).toMatchObject([{ text: 'aaaaaaaa' }]);
  });

  test('does not time out because of a slow reader', async () => {
    const model = modelThat(
      async () => ({
        stream: ReadableStream.from([
          { type: 'text-delta', id: '1', delta: 'Hi' },
          finish('stop', 'stop'),
        ]) as ReadableStream<LanguageModelV4StreamPart>,
      }),
      { firstByteMs: 1000, idleMs: 1000 },
    );
    const events: ModelEvent[] = [];
    for await (const event of model.stream({ messages: [userMessage('Hello')] }, new AbortController().signal)) {
      events.push(event);
      if (event.type === 'content_delta') vi.advanceTimersByTime(60_000);
    }
    expect(completed(events).finish).toBe('stop');
  });
});

test('fromLanguageModel leaves no listener on the signal of its caller', async () => {
  const { signal } = new AbortController();
  const stream = new ReadableStream<LanguageModelV4StreamPart>({ start: (queue) => queue.error(new Error('gone')) });
  await ask(modelThatStreams(finish('stop', 'stop')), {}, signal);
  await ask(
    modelThat(async () => ({ stream })),
    {},
    signal,
  );
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

describe('a provider that ignores its signal', () => {
  test('is abandoned before it answers, and cancelled when it does', async () => {
    const late = Promise.withResolvers<Awaited<ReturnType<DoStream>>>();
    const cancelled = Promise.withResolvers<void>();
    const controller = new AbortController();
    const asking = ask(
      modelThat(() => late.promise),
      {},
      controller.signal,
    );
    controller.abort();
    expect(failed(await asking).error.code).toBe('ABORTED');
    late.resolve({ stream: new ReadableStream({ cancel: () => cancelled.resolve() }) });
    await cancelled.promise;
  });

  test('is cancelled while it streams', async () => {
    const cancelled = Promise.withResolvers<void>();
    const controller = new AbortController();
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      start: (queue) => queue.enqueue({ type: 'text-delta', id: '1', delta: 'Hi' }),
      cancel: () => cancelled.resolve(),
    });
    const events: ModelEvent[] = [];
    const request = { messages: [userMessage('Hello')] };
    for await (const event of modelThat(async () => ({ stream })).stream(request, controller.signal)) {
      events.push(event);
      if (event.type === 'content_delta') controller.abort();
    }
    await cancelled.promise;
    expect(events.map(({ type }) => type)).toEqual(['message_start', 'content_delta', 'error']);
    expect(failed(events).error.code).toBe('ABORTED');
  });
});
