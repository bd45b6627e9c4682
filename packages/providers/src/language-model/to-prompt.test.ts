import type { AssistantMessage } from '@shipmate/core';
import { userMessage } from '@shipmate/core';
import { expect, test } from 'vitest';
import { toPrompt } from './to-prompt.ts';

function replay(content: AssistantMessage['content']) {
  return toPrompt({ messages: [{ role: 'assistant', content }], vendorId: 'anthropic' });
}

test('toPrompt omits an empty system prompt', () => {
  expect(toPrompt({ system: '', messages: [userMessage('Hello')], vendorId: 'anthropic' })).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
  ]);
});

test('toPrompt returns metadata to the provider with its part', () => {
  const metadata = { anthropic: { signature: 'S' } };
  expect(
    replay([
      { type: 'reasoning', text: 'Hm.', metadata },
      { type: 'text', text: 'Rain.' },
    ]),
  ).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.', providerOptions: metadata },
        { type: 'text', text: 'Rain.' },
      ],
    },
  ]);
});

test("toPrompt drops another vendor's reasoning and the metadata of its text and calls", () => {
  const metadata = { openai: { itemId: 'I' } };
  expect(
    replay([
      { type: 'reasoning', text: 'Hm.', metadata },
      { type: 'reasoning', text: 'Whose is this?' },
      { type: 'text', text: 'Look.', metadata },
      { type: 'text', text: '', metadata },
      { type: 'tool_call', id: '1', name: 'weather', input: {}, metadata },
    ]),
  ).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'tool-call', toolCallId: '1', toolName: 'weather', input: {} },
      ],
    },
  ]);
});

test.each(['', ' \n'])('toPrompt drops empty text: %j', (text) => {
  const messages = [{ role: 'user', content: [{ type: 'text', text }] }] as const;
  expect(toPrompt({ messages, vendorId: 'anthropic' })).toEqual([]);
  expect(replay([{ type: 'text', text }])).toEqual([]);
});

test('toPrompt drops an assistant turn that is empty or only reasoning, because providers reject it', () => {
  expect(replay([{ type: 'text', text: '' }])).toEqual([]);
  expect(replay([{ type: 'reasoning', text: 'Hm.', metadata: { anthropic: { signature: 'S' } } }])).toEqual([]);
});

test.each([
  { what: 'malformed text', part: { input: '{"a":', malformed: true } },
  { what: 'a list', part: { input: [1] } },
  { what: 'a word', part: { input: 'Oslo' } },
  { what: 'null', part: { input: null } },
])('toPrompt sends arguments that are $what as an empty object', ({ part }) => {
  expect(replay([{ type: 'tool_call', id: '1', name: 'weather', ...part }])).toMatchObject([
    { content: [{ type: 'tool-call', toolCallId: '1', toolName: 'weather', input: {} }] },
  ]);
});

test('toPrompt marks the result of a failed tool as failed', () => {
  const content = [{ type: 'tool_result', id: '1', name: 'weather', output: 'no such place', isError: true }] as const;
  expect(toPrompt({ messages: [{ role: 'tool', content }], vendorId: 'anthropic' })).toEqual([
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: '1',
          toolName: 'weather',
          output: { type: 'error-text', value: 'no such place' },
        },
      ],
    },
  ]);
});

test("toPrompt sends the loop's own text after the results as a user message", () => {
  const content = [{ type: 'tool_result', id: '1', name: 'weather', output: 'rain', isError: false }] as const;
  const prompt = toPrompt({
    messages: [{ role: 'tool', content, note: 'Two turns are left.' }],
    vendorId: 'anthropic',
  });
  expect(prompt.map(({ role }) => role)).toEqual(['tool', 'user']);
  expect(prompt[1]?.content).toEqual([{ type: 'text', text: 'Two turns are left.' }]);
});

test('toPrompt puts the note of a tool message after its results', () => {
  const result = { type: 'tool_result', id: '1', name: 'weather', output: 'rain', isError: false } as const;
  const prompt = toPrompt({
    messages: [{ role: 'tool', content: [result], note: 'Hurry.' }],
    vendorId: 'anthropic',
  });
  expect(prompt.map(({ role }) => role)).toEqual(['tool', 'user']);
  expect(prompt[1]?.content).toEqual([{ type: 'text', text: 'Hurry.' }]);
});
