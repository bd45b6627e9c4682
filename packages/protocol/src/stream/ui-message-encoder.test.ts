import { noUsage, type Message } from '@shipmate/core';
import type { RunEvent, StoredMessage } from '@shipmate/domain';
import {
  DefaultChatTransport,
  readUIMessageStream,
  UI_MESSAGE_STREAM_HEADERS,
  type UIMessage,
  type UIMessageChunk,
} from 'ai';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { toUiMessages } from './to-ui-messages.ts';
import type { UiMessageChunk } from './ui-message-chunk.ts';
import { createUiMessageEncoder } from './ui-message-encoder.ts';
import { uiMessageStreamHeaders } from './ui-message-stream.ts';
import { unansweredToolCall } from './unanswered-tool-call.ts';

const usage = { ...noUsage, inputTokens: 120, outputTokens: 30 };
const started: RunEvent = { type: 'run_started', model: 'demo:scripted' };
const completed: RunEvent = { type: 'run_ended', status: 'completed', stopReason: 'final', usage };

function encode(events: readonly RunEvent[]): string {
  const encoder = createUiMessageEncoder({ messageId: 'run-1' });
  return events.map((event) => encoder.encode(event)).join('');
}

/** Reads a stream as `useChat` does: the real transport, the real assembly. */
async function read(events: readonly RunEvent[]) {
  const transport = new DefaultChatTransport({
    fetch: async () => new Response(encode(events), { headers: uiMessageStreamHeaders }),
  });
  const stream = await transport.sendMessages({
    chatId: 'chat',
    messages: [],
    trigger: 'submit-message',
    messageId: undefined,
    abortSignal: undefined,
  });
  const [forChunks, forMessage] = stream.tee();
  const chunks: UIMessageChunk[] = [];
  const errors: string[] = [];
  for await (const chunk of forChunks) chunks.push(chunk);
  let message: UIMessage | undefined;
  for await (const state of readUIMessageStream({
    stream: forMessage,
    onError: (error) => errors.push(String(error)),
  })) {
    message = state;
  }
  return { chunks, errors, message: JSON.parse(JSON.stringify(message)) as UIMessage };
}

const toolCall = { turn: 0, toolCallId: 'call-1', name: 'textEditor' } as const;
const twoTurns: readonly RunEvent[] = [
  started,
  { type: 'turn_started', turn: 0, model: 'demo:scripted' },
  { type: 'thinking', turn: 0, deltas: ['secret thought'] },
  { type: 'content', turn: 0, deltas: ['Let me ', 'look "here"\n'] },
  { type: 'content', turn: 0, deltas: ['first.'] },
  { type: 'tool_call_started', ...toolCall },
  { type: 'turn_ended', turn: 0, usage },
  { type: 'tool_call', ...toolCall, input: { command: 'view', path: 'values.yaml' } },
  {
    type: 'tool_result',
    ...toolCall,
    output: '{"content":"replicas: 1"}',
    isError: false,
    durationMs: 3,
    clientEvents: [{ type: 'file_changed', data: { path: 'values.yaml' } }],
  },
  { type: 'turn_started', turn: 1, model: 'demo:scripted' },
  { type: 'content', turn: 1, deltas: ['Done.'] },
  { type: 'turn_ended', turn: 1, usage },
  completed,
];

const turnsAsParts = [
  { type: 'step-start' },
  { type: 'text', text: 'Let me look "here"\nfirst.', state: 'done' },
  {
    type: 'dynamic-tool',
    toolName: 'textEditor',
    toolCallId: 'call-1',
    state: 'output-available',
    input: { command: 'view', path: 'values.yaml' },
    output: '{"content":"replicas: 1"}',
  },
  { type: 'step-start' },
  { type: 'text', text: 'Done.', state: 'done' },
];

it('has the headers and the chunks of the AI SDK', () => {
  expect(uiMessageStreamHeaders).toEqual(UI_MESSAGE_STREAM_HEADERS);
  expectTypeOf<UiMessageChunk>().toExtend<UIMessageChunk>();
});

it('assembles to one message with its turns, tool calls and metadata', async () => {
  const { message, errors } = await read(twoTurns);
  expect(message).toEqual({
    id: 'run-1',
    role: 'assistant',
    metadata: { model: 'demo:scripted', inputTokens: 120, outputTokens: 30 },
    parts: turnsAsParts,
  });
  expect(errors).toEqual([]);
});

it('sends chunks in the order of the AI SDK, tells the client events and keeps thoughts back', async () => {
  const { chunks } = await read(twoTurns);
  expect(chunks.map(({ type }) => type)).toEqual([
    'start',
    'start-step',
    'text-start',
    'text-delta',
    'text-delta',
    'text-end',
    'tool-input-start',
    'tool-input-available',
    'tool-output-available',
    'data-file_changed',
    'finish-step',
    'start-step',
    'text-start',
    'text-delta',
    'text-end',
    'finish-step',
    'finish',
  ]);
  expect(chunks).toContainEqual({ type: 'data-file_changed', data: { path: 'values.yaml' }, transient: true });
  expect(JSON.stringify(chunks)).not.toContain('secret thought');
});

it('ends with [DONE], and is not ended before the run is', () => {
  expect(encode(twoTurns).endsWith('data: [DONE]\n\n')).toBe(true);
  expect(encode(twoTurns.slice(0, -1))).not.toContain('[DONE]');
});

it('shows a failed call by its error', async () => {
  const { message } = await read([
    started,
    { type: 'turn_started', turn: 0, model: 'm' },
    { type: 'tool_call', ...toolCall, input: {} },
    { type: 'tool_result', ...toolCall, output: 'path: required', isError: true, durationMs: 1, clientEvents: [] },
    completed,
  ]);
  expect(message.parts[1]).toMatchObject({ state: 'output-error', errorText: 'path: required', input: {} });
});

describe('a run that ends early', () => {
  const cut: readonly RunEvent[] = [
    started,
    { type: 'turn_started', turn: 0, model: 'm' },
    { type: 'content', turn: 0, deltas: ['I will'] },
    { type: 'tool_call_started', ...toolCall },
  ];

  it('that fails leaves no part open and reports its error', async () => {
    const error = { code: 'EXTERNAL_API_ERROR', message: 'The model is overloaded.' };
    const { message, errors } = await read([
      ...cut,
      { type: 'run_ended', status: 'failed', stopReason: 'model_error', usage, error },
    ]);
    expect(message.parts).toEqual([
      { type: 'step-start' },
      { type: 'text', text: 'I will', state: 'done' },
      expect.objectContaining({ toolCallId: 'call-1', state: 'output-error', errorText: unansweredToolCall }),
    ]);
    expect(message.metadata).toMatchObject({ inputTokens: 120 });
    expect(errors).toEqual(['Error: The model is overloaded.']);
  });

  it('that is cancelled says so', async () => {
    const { chunks, errors } = await read([
      ...cut,
      { type: 'run_ended', status: 'cancelled', stopReason: 'aborted', usage },
    ]);
    expect(chunks.at(-1)).toEqual({ type: 'abort' });
    expect(errors).toEqual([]);
  });
});

it.each([
  ['final', 'stop'],
  ['truncated', 'length'],
  ['refused', 'content-filter'],
  ['max_iterations', 'other'],
] as const)('finishes a run that stopped for %s with %s', async (stopReason, finishReason) => {
  const { chunks } = await read([started, { type: 'run_ended', status: 'completed', stopReason, usage }]);
  expect(chunks.at(-1)).toMatchObject({ type: 'finish', finishReason });
});

describe('toUiMessages', () => {
  function store(messages: readonly { readonly runId: string | null; readonly message: Message }[]): StoredMessage[] {
    const createdAt = new Date(0);
    return messages.map(({ runId, message }, position) => ({
      id: `message-${position}`,
      conversationId: 'c',
      runId,
      position,
      message,
      createdAt,
    }));
  }
  const asked: Message = { role: 'user', content: [{ type: 'text', text: 'Set 3 replicas' }] };
  const call = {
    type: 'tool_call',
    id: 'call-1',
    name: 'textEditor',
    input: { command: 'view', path: 'values.yaml' },
  } as const;
  const answers: readonly Message[] = [
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'secret thought' },
        { type: 'text', text: 'Let me look "here"\nfirst.' },
        call,
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool_result', id: 'call-1', name: 'textEditor', output: '{"content":"replicas: 1"}', isError: false },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
  ];

  it('shows what the stream of the run showed', () => {
    const stored = store([asked, ...answers].map((message) => ({ runId: 'run-1', message })));
    expect(toUiMessages(stored)).toEqual([
      { id: 'message-0', role: 'user', parts: [{ type: 'text', text: 'Set 3 replicas', state: 'done' }] },
      { id: 'run-1', role: 'assistant', parts: turnsAsParts },
    ]);
  });

  it('keeps the answers of two runs apart', () => {
    const stored = store(['run-1', 'run-2'].map((runId) => ({ runId, message: { role: 'assistant', content: [] } })));
    expect(toUiMessages(stored).map(({ id }) => id)).toEqual(['run-1', 'run-2']);
  });

  it('shows a call without an answer as failed', () => {
    const stored = store([{ runId: 'run-1', message: { role: 'assistant', content: [call] } }]);
    expect(toUiMessages(stored)[0]?.parts[1]).toMatchObject({ state: 'output-error', errorText: unansweredToolCall });
  });
});
