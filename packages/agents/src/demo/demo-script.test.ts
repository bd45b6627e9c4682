import { userMessage } from '@shipmate/core';
import { expect, test } from 'vitest';
import { askToFix, askForRemainingErrors } from '../prompts/fix-request.ts';
import { demoScript } from './demo-script.ts';

const answered = (text: string) =>
  [userMessage('hello'), { role: 'assistant', content: [{ type: 'text', text }] }] as const;

test.each([askToFix, askForRemainingErrors])(
  'demoScript reports the remaining errors when a message says that its edits broke the chart',
  (request) => {
    const before = demoScript({ messages: [userMessage('hello')] });
    const messages = [
      ...answered(before.text ?? ''),
      userMessage(request('error: templates/service.yaml:3 no port\n')),
    ];
    const { text, toolCalls } = demoScript({ messages });
    expect(text).toBe(
      `My edits broke the chart, and the demo model cannot fix it. These errors remain:\n\n\`\`\`text\nerror: templates/service.yaml:3 no port\n\`\`\`\n\n${before.text}`,
    );
    expect(toolCalls).toBeUndefined();
  },
);

test('demoScript answers the next question as usual after a report of broken edits', () => {
  const messages = [...answered('Done.'), userMessage(askToFix('error')), ...answered('That is left.')];
  expect(demoScript({ messages })).toEqual(demoScript({ messages: [userMessage('hello')] }));
});

test.each([
  [false, 'The result of "recommend" is complete; the demo model adds nothing to it.'],
  [true, '"recommend" failed: No kind fits.'],
])('demoScript reads no cluster after a tool that a page has called (failed: %s)', (isError, expected) => {
  const id = 'call_1';
  const output = isError ? '{"error":"No kind fits."}' : 'Deployment';
  const { text, toolCalls } = demoScript({
    tools: [{ name: 'kubectl_get', description: '', inputSchema: { type: 'object', properties: {} } }],
    messages: [
      userMessage('a cache'),
      { role: 'assistant', content: [{ type: 'tool_call', id, name: 'recommend', input: {} }] },
      { role: 'tool', content: [{ type: 'tool_result', id, name: 'recommend', output, isError }] },
    ],
  });
  expect(toolCalls).toBeUndefined();
  expect(text).toContain(expected);
});
