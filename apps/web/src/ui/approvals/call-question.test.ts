import type { DynamicToolUIPart } from 'ai';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../api/conversation.ts';
import { isOpen, toCallQuestion } from './call-question.ts';

const call = { type: 'dynamic-tool', toolName: 'remove', toolCallId: 'a', input: {} } as const;
const made: DynamicToolUIPart = { ...call, state: 'input-available' };
const asked: DynamicToolUIPart = { ...call, state: 'approval-requested', approval: { id: '7' } };
const answered: DynamicToolUIPart = { ...call, state: 'output-available', output: '' };
const unknownCall = (toolCallId: string, choice?: string) =>
  ({ type: 'data-tool_call_unknown', data: { toolCallId, ...(choice && { choice }) } }) as ChatMessage['parts'][number];

test.each([
  {
    name: 'a call that may not be made yet',
    part: asked,
    parts: [],
    question: { about: 'approval', approvalId: '7' },
    isWaiting: true,
  },
  {
    name: 'a call of unknown outcome',
    part: made,
    parts: [unknownCall('b', 'done'), unknownCall('a')],
    question: { about: 'unknown outcome', choice: undefined },
    isWaiting: true,
  },
  {
    name: 'a call whose outcome was decided',
    part: made,
    parts: [unknownCall('a', 'again')],
    question: { about: 'unknown outcome', choice: 'again' },
    isWaiting: false,
  },
  {
    name: 'a call beside one of unknown outcome',
    part: made,
    parts: [unknownCall('b')],
    question: undefined,
    isWaiting: false,
  },
  {
    name: 'a call that was answered',
    part: answered,
    parts: [unknownCall('a')],
    question: undefined,
    isWaiting: false,
  },
])('toCallQuestion reads $name', ({ part, parts, question, isWaiting }) => {
  const found = toCallQuestion(part, { parts: [part, ...parts] });
  expect(found).toEqual(question);
  expect(isOpen(found)).toBe(isWaiting);
});
