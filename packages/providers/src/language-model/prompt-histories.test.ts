import fc from 'fast-check';
import {
  bindTools,
  createToolExecutionContext,
  defineTool,
  isLoopHistory,
  runToolLoop,
  userMessage,
  type AssistantMessage,
  type ChatModel,
  type Message,
  type ToolMessage,
} from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
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

test('PromptHistories converts each request of a tool loop as toPrompt does, also after the loop left out results', async () => {
  const steps = Array.from({ length: 6 }, (_, value) => ({ toolCalls: [{ name: 'dump', input: { value } }] }));
  using scripted = new ScriptedModel([...steps, { text: 'Done.' }]);
  const histories = new PromptHistories(reader);
  let leftOut = 0;
  const model: ChatModel = {
    id: scripted.id,
    stream(request, signal) {
      const { messages } = request;
      expect(isLoopHistory(messages)).toBe(true);
      expect(isLoopHistory([...messages])).toBe(false);
      expect(histories.convert(messages).prompt).toEqual(toPrompt({ messages, ...reader }));
      if (JSON.stringify(messages).includes('[Left out')) leftOut += 1;
      return scripted.stream(request, signal);
    },
  };
  const dump = defineTool({
    name: 'dump',
    description: 'Returns about a thousand tokens.',
    input: z.object({ value: z.number() }),
    output: z.string(),
    effect: 'read',
    execute: async ({ value }) => `${value} ${'pod '.repeat(850)}`,
  });
  const { stopReason } = await runToolLoop(model, {
    messages: [question],
    tools: bindTools([dump], {}),
    context: createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } }),
    contextTokens: 5_500,
  });
  expect(stopReason).toBe('final');
  expect(leftOut).toBeGreaterThan(1);
});
