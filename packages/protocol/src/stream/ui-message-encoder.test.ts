import { noUsage } from '@shipmate/core';
import type { RunEvent } from '@shipmate/domain/run';
import { UI_MESSAGE_STREAM_HEADERS, type UIMessageChunk } from 'ai';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { encodeRun, readUiMessage } from '../../test/read-ui-message.ts';
import type { UiMessageChunk } from './ui-message-chunk.ts';
import { uiMessageStreamHeaders } from './ui-message-stream.ts';
import { unansweredToolCall } from './unanswered-tool-call.ts';

const usage = { ...noUsage, inputTokens: 120, outputTokens: 30 };
const started: RunEvent = { type: 'run_started', model: 'demo:scripted' };
const completed: RunEvent = { type: 'run_ended', status: 'completed', stopReason: 'final', usage };

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
  { type: 'tool_output', ...toolCall, deltas: ['line 1\n', 'line 2\n'] },
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

it('UiMessageEncoder writes the headers and the chunks of the AI SDK', () => {
  expect(uiMessageStreamHeaders).toEqual(UI_MESSAGE_STREAM_HEADERS);
  expectTypeOf<UiMessageChunk>().toExtend<UIMessageChunk>();
});

it.each([
  [0.5, 0.5],
  [null, null],
])('UiMessageEncoder prefers the cost %s of the last event to the price of its tokens', async (costUsd, expected) => {
  const { message } = await readUiMessage([started, { ...completed, costUsd } as RunEvent]);
  expect(message?.metadata).toMatchObject({ costUsd: expected });
});

it('UiMessageEncoder produces one message with its turns, tool calls and metadata', async () => {
  const { message, errors } = await readUiMessage(twoTurns);
  expect(message).toEqual({
    id: 'run-1',
    role: 'assistant',
    metadata: { model: 'demo:scripted', ...usage, costUsd: 1.2 },
    parts: [
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
      { type: 'data-tool_output', id: 'output-1', data: { toolCallId: 'call-1', text: 'line 1\nline 2\n' } },
      { type: 'step-start' },
      { type: 'text', text: 'Done.', state: 'done' },
    ],
  });
  expect(errors).toEqual([]);
});

it('UiMessageEncoder sends chunks in the order of the AI SDK with client events and without thinking', async () => {
  const { chunks } = await readUiMessage(twoTurns);
  expect(chunks.map(({ type }) => type)).toEqual([
    'start',
    'start-step',
    'text-start',
    'text-delta',
    'text-delta',
    'text-end',
    'tool-input-start',
    'tool-input-available',
    'data-tool_output',
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

it('UiMessageEncoder voids the content of a restarted turn, including its calls', async () => {
  const { message, errors } = await readUiMessage([
    ...twoTurns.slice(0, 10),
    { type: 'turn_started', turn: 1, model: 'm' },
    { type: 'content', turn: 1, deltas: ['Half an'] },
    { type: 'tool_call_started', turn: 1, toolCallId: 'call-2', name: 'textEditor' },
    { type: 'turn_restarted', turn: 1, model: 'other' },
    { type: 'content', turn: 1, deltas: ['Done.'] },
    { type: 'turn_ended', turn: 1, usage },
    completed,
  ]);
  expect(message.parts.slice(2)).toMatchObject([
    { type: 'dynamic-tool', toolCallId: 'call-1', state: 'output-available' },
    { type: 'data-tool_output' },
    { type: 'step-start' },
    { type: 'text', text: 'Done.' },
  ]);
  expect(errors).toEqual([]);
});

it('UiMessageEncoder ends with [DONE] only when the run ends', () => {
  expect(encodeRun(twoTurns).endsWith('data: [DONE]\n\n')).toBe(true);
  expect(encodeRun(twoTurns.slice(0, -1))).not.toContain('[DONE]');
});

it('UiMessageEncoder shows a failed call by its error', async () => {
  const { message } = await readUiMessage([
    started,
    { type: 'turn_started', turn: 0, model: 'm' },
    { type: 'tool_call', ...toolCall, input: {} },
    { type: 'tool_result', ...toolCall, output: 'path: required', isError: true, durationMs: 1, clientEvents: [] },
    completed,
  ]);
  expect(message.parts[1]).toMatchObject({ state: 'output-error', errorText: 'path: required', input: {} });
});

it('UiMessageEncoder drops input keys that clients reject', async () => {
  const input = JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}},"path":"\\"__proto__\\":"}');
  const { message, errors } = await readUiMessage([
    started,
    { type: 'turn_started', turn: 0, model: 'm' },
    { type: 'tool_call', ...toolCall, input },
    { type: 'tool_result', ...toolCall, output: 'ok', isError: false, durationMs: 1, clientEvents: [] },
    completed,
  ]);
  expect(message.parts[1]).toMatchObject({ state: 'output-available', input: { path: '"__proto__":' } });
  expect(errors).toEqual([]);
});

describe('UiMessageEncoder, for a run that ends early,', () => {
  const cut: readonly RunEvent[] = [
    started,
    { type: 'turn_started', turn: 0, model: 'm' },
    { type: 'content', turn: 0, deltas: ['I will'] },
    { type: 'tool_call_started', ...toolCall },
  ];

  it('leaves no part open and reports the error of a failure', async () => {
    const error = { code: 'EXTERNAL_API_ERROR', message: 'The model is overloaded.' };
    const { message, errors } = await readUiMessage([
      ...cut,
      { type: 'run_ended', status: 'failed', stopReason: 'model_error', usage, error },
    ]);
    expect(message.parts).toEqual([
      { type: 'step-start' },
      { type: 'text', text: 'I will', state: 'done' },
      expect.objectContaining({ toolCallId: 'call-1', state: 'output-error', errorText: unansweredToolCall }),
    ]);
    expect(message.metadata).toMatchObject({ inputTokens: 120, cutShort: { by: 'error', ...error } });
    expect(errors).toEqual(['Error: The model is overloaded.']);
  });

  it('says of a completed run which limit ended it', async () => {
    const end = { type: 'run_ended', status: 'completed', stopReason: 'max_iterations', usage } as const;
    const { chunks, message, errors } = await readUiMessage([...cut, end]);
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', finishReason: 'other' });
    const reason = 'The work is incomplete: it reached its limit of steps. Ask it to continue.';
    expect(message.metadata).toMatchObject({ cutShort: { by: 'limit', message: reason } });
    expect(errors).toEqual([]);
  });

  it('reports a cancellation', async () => {
    const { chunks, message, errors } = await readUiMessage([
      ...cut,
      { type: 'run_ended', status: 'cancelled', stopReason: 'aborted', usage },
    ]);
    expect(chunks.at(-1)).toEqual({ type: 'abort' });
    expect(message.metadata).toMatchObject({ cutShort: { by: 'person' } });
    expect(errors).toEqual([]);
  });
});

it.each([
  ['final', 'stop'],
  ['truncated', 'length'],
  ['refused', 'content-filter'],
  ['max_iterations', 'other'],
] as const)('UiMessageEncoder finishes a run that stopped for %s with %s', async (stopReason, finishReason) => {
  const { chunks } = await readUiMessage([started, { type: 'run_ended', status: 'completed', stopReason, usage }]);
  expect(chunks.at(-1)).toMatchObject({ type: 'finish', finishReason });
});
