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
