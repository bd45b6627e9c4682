import type { DynamicToolUIPart } from 'ai';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../api/conversation.ts';
import { isOpen, toCallQuestion } from './call-question.ts';

const call = { type: 'dynamic-tool', toolName: 'remove', toolCallId: 'a', input: {} } as const;
const made: DynamicToolUIPart = { ...call, state: 'input-available' };
const asked: DynamicToolUIPart = { ...call, state: 'approval-requested', approval: { id: '7' } };
const answered: DynamicToolUIPart = { ...call, state: 'output-available', output: '' };
const doubt = (toolCallId: string, choice?: string) =>
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
    name: 'a call in doubt',
    part: made,
    parts: [doubt('b', 'done'), doubt('a')],
    question: { about: 'doubt', choice: undefined },
    isWaiting: true,
  },
  {
    name: 'a call that was in doubt',
    part: made,
    parts: [doubt('a', 'again')],
    question: { about: 'doubt', choice: 'again' },
    isWaiting: false,
  },
  { name: 'a call beside one in doubt', part: made, parts: [doubt('b')], question: undefined, isWaiting: false },
  { name: 'a call that was answered', part: answered, parts: [doubt('a')], question: undefined, isWaiting: false },
])('toCallQuestion reads $name', ({ part, parts, question, isWaiting }) => {
  const found = toCallQuestion(part, { parts: [part, ...parts] });
  expect(found).toEqual(question);
  expect(isOpen(found)).toBe(isWaiting);
});
