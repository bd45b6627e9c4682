import fc from 'fast-check';
import { userMessage, type AssistantMessage, type Message, type ToolMessage } from '@shipmate/core';
import { expect, test } from 'vitest';
import { PromptHistories } from './prompt-histories.ts';
import { toPrompt } from './to-prompt.ts';

const reader = { vendorId: 'acme' };
const question = userMessage('Why?');
const call = (id: string): AssistantMessage => ({
  role: 'assistant',
  content: [{ type: 'tool_call', id, name: 'look', input: {} }],
});
const result = (id: string, note?: string): ToolMessage => ({
  role: 'tool',
  content: [{ type: 'tool_result', id, name: 'look', output: id, isError: false }],
  ...(note !== undefined && { note }),
});

test('PromptHistories converts only the messages that a history adds', () => {
  const histories = new PromptHistories(reader);
  const messages: Message[] = [question, call('a'), result('a')];
  const before = histories.convert(messages).prompt;
  messages.push(call('b'), result('b', 'One turn is left.'));
  const after = histories.convert(messages).prompt;
  expect(after).toEqual(toPrompt({ messages, ...reader }));
  for (const [index, message] of before.entries()) expect(after[index]).toBe(message);
});

test('PromptHistories returns prompts that later requests do not change', () => {
  const histories = new PromptHistories(reader);
  const { prompt } = histories.convert([question]);
  histories.convert([question, call('a'), result('a')]);
  expect(prompt).toHaveLength(1);
});

test('PromptHistories drops a note that only one request had, and keeps the ids of calls', () => {
  const histories = new PromptHistories(reader);
  const turn = [question, call('a'), result('a')];
  histories.convert([...turn, userMessage('Answer now.')]);
  const { prompt, callIds } = histories.convert(turn);
  expect(prompt).toEqual(toPrompt({ messages: turn, ...reader }));
  expect([...callIds]).toEqual(['a']);
});

test('PromptHistories forgets the calls of an answer that a history no longer has', () => {
  const histories = new PromptHistories(reader);
  histories.convert([question, call('a'), result('a')]);
  expect([...histories.convert([question, call('b'), result('b')]).callIds]).toEqual(['b']);
});

test('PromptHistories converts as toPrompt does, whatever was converted before', () => {
  const pool: readonly Message[] = [
    question,
    userMessage(''),
    userMessage('And now?'),
    call('a'),
    result('a'),
    call('b'),
    result('b', 'Two turns are left.'),
    { role: 'assistant', content: [{ type: 'text', text: 'Because.' }] },
  ];
  const history = fc.array(fc.constantFrom(...pool), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(history, { maxLength: 8 }), (requests) => {
      const histories = new PromptHistories(reader);
      for (const messages of requests) {
        const { prompt, callIds } = histories.convert(messages);
        const ids = messages.flatMap(({ role, content }) => (role === 'assistant' ? content : []));
        expect(prompt).toEqual(toPrompt({ messages, ...reader }));
        expect(callIds).toEqual(new Set(ids.flatMap((part) => (part.type === 'tool_call' ? [part.id] : []))));
      }
    }),
  );
});
