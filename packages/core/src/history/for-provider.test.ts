import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callsAndResults, histories } from '../../test/support/histories.ts';
import { userMessage, type Message } from '../message/message.ts';
import { dropReasoning, forProvider } from './for-provider.ts';

const own = { anthropic: { signature: 'S' } };
const history: readonly Message[] = [
  userMessage('Why?'),
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.', metadata: own },
      { type: 'text', text: 'I look.', metadata: own },
      { type: 'tool_call', id: 'one', name: 'kubectl_get', input: {}, metadata: own },
    ],
  },
  { role: 'tool', content: [{ type: 'tool_result', id: 'one', name: 'kubectl_get', output: '', isError: false }] },
  { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }] },
];

describe('forProvider', () => {
  test("keeps the provider's own parts and drops reasoning of unknown origin", () => {
    expect(forProvider(history, 'anthropic')).toEqual(history.slice(0, 3));
  });

  test('removes the reasoning and the metadata of another provider', () => {
    expect(forProvider(history, 'google')).toEqual([
      userMessage('Why?'),
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_call', id: 'one', name: 'kubectl_get', input: {} },
        ],
      },
      history[2],
    ]);
  });

  test("changes neither a user's message nor the provider's own part beside another", () => {
    const foreign = { type: 'text', text: 'I look.', metadata: { google: { signature: 'G' } } } as const;
    const part = { type: 'text', text: 'Then I write.', metadata: own } as const;
    const asked: Message = { role: 'user', content: [foreign] };
    expect(forProvider([asked, { role: 'assistant', content: [foreign, part] }], 'anthropic')).toEqual([
      asked,
      { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, part] },
    ]);
  });

  test("keeps entries of a package beside the provider's own", () => {
    const metadata = { acme: {}, openai: { itemId: 'i' } };
    const messages: Message[] = [{ role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.', metadata }] }];
    expect(forProvider(messages, 'acme')).toEqual(messages);
  });
});

test('dropReasoning removes only reasoning, and answers of reasoning alone', () => {
  const [question, answer, results] = history;
  expect(dropReasoning(history)).toEqual([question, { ...answer, content: answer?.content.slice(1) }, results]);
});

test('forProvider is idempotent and keeps any history valid', () => {
  fc.assert(
    fc.property(histories, fc.constantFrom('anthropic', 'google', 'unknown'), (messages, provider) => {
      for (const change of [dropReasoning, (before: readonly Message[]) => forProvider(before, provider)]) {
        const changed = change(messages);
        const { calls, results } = callsAndResults(changed);
        expect(results).toEqual(calls);
        expect(calls.length).toBe(callsAndResults(messages).calls.length);
        for (const [index, message] of change(changed).entries()) expect(message).toBe(changed[index]);
      }
    }),
  );
});
