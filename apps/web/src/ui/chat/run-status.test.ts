import { expect, test } from 'vitest';
import type { ChatMessage } from '../api/conversation.ts';
import { approvalsAskedFor, toRunStatus } from './run-status.tsx';
import { countToolResults } from './use-conversation-chat.ts';

type Part = ChatMessage['parts'][number];
const answer = (...parts: Part[]): ChatMessage => ({ id: '1', role: 'assistant', parts });
const view = { type: 'dynamic-tool', toolName: 'textEditor', toolCallId: 'a' } as const;
const input = { command: 'view', path: 'values.yaml' };
const running: Part = { ...view, state: 'input-available', input };
const asked: Part = { ...view, state: 'approval-requested', input, approval: { id: '7' } };
const done: Part = { ...view, state: 'output-available', input, output: 'replicas: 1' };
const failed: Part = { ...view, state: 'output-error', input, errorText: 'no such file' };

test.each<[string, ChatMessage | undefined]>([
  ['Thinking…', undefined],
  ['Thinking…', { id: '0', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  ['Thinking…', answer({ type: 'step-start' })],
  ['Writing the answer…', answer({ type: 'text', text: 'I' })],
  ['Working on a file…', answer({ ...view, state: 'input-streaming', input: undefined })],
  ['Reading values.yaml…', answer(running)],
  ['Reading values.yaml…', answer(running, { type: 'data-tool_output', data: { toolCallId: 'a', text: 'line 1' } })],
  ['Thinking…', answer(done)],
  ['Waiting for your decision…', answer(asked, { type: 'text', text: 'I' })],
])('toRunStatus returns "%s"', (status, message) => {
  expect(toRunStatus(message).text).toBe(status);
});

test('toRunStatus marks only thinking as not evident', () => {
  expect(toRunStatus(answer(done)).isEvident).toBe(false);
  expect(toRunStatus(answer(running)).isEvident).toBe(true);
  expect(toRunStatus(answer({ type: 'text', text: 'I' })).isEvident).toBe(true);
});

test('countToolResults counts results, including failures', () => {
  expect(countToolResults(undefined)).toBe(0);
  expect(countToolResults(answer(done, running, failed, { type: 'text', text: 'x' }))).toBe(2);
});

test('toRunStatus does not wait for an approval that was decided', () => {
  expect(approvalsAskedFor(answer(asked, running))).toEqual(['7']);
  expect(toRunStatus(answer(asked), new Set(['7'])).text).toBe('Thinking…');
  expect(toRunStatus(answer(asked), new Set(['8'])).text).toBe('Waiting for your decision…');
});
