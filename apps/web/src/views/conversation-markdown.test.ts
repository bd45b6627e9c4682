import { noUsage } from '@shipmate/core';
import type { UiMessage } from '@shipmate/protocol/web/chat';
import { expect, it } from 'vitest';
import { toMarkdown } from './conversation-markdown.ts';

const spent = { ...noUsage, answers: 2, inputTokens: 10, outputTokens: 5, costUsd: 0.5, unpricedAnswers: 1 };
const call = { type: 'dynamic-tool', toolName: 'textEditor', toolCallId: '1', input: { path: 'a.yaml' } } as const;

function render(answer: Partial<UiMessage>): string {
  const messages: UiMessage[] = [{ id: 'a', role: 'assistant', parts: [], ...answer }];
  return [...toMarkdown({ id: 'c', title: 'A\ntitle', createdAt: '2026-11-22T00:00:00.000Z', spent, messages })].join(
    '',
  );
}

it('toMarkdown begins with the total cost as far as it is known', () => {
  expect(render({})).toMatch(/^# A title\n\n_Begun 2026-11-22 · 2 answers · 10 tokens in, 5 out · at least \$0\.50_\n/);
});

it('toMarkdown folds tool calls with their input and output', () => {
  const text = render({
    parts: [{ type: 'step-start' }, { ...call, state: 'output-available', output: 'replicas: 1' }],
  });
  expect(text).toContain(
    '<details><summary>textEditor</summary>\n\nInput:\n\n```json\n{\n  "path": "a.yaml"\n}\n```\n\nOutput:\n\n```\nreplicas: 1\n```\n\n</details>',
  );
});

it('toMarkdown keeps each output inside its code block', () => {
  const text = render({ parts: [{ ...call, state: 'output-error', errorText: '```\n</details>\n````' }] });
  expect(text).toContain('<summary>textEditor (failed)</summary>');
  expect(text).toContain('Error:\n\n`````\n```\n</details>\n````\n`````');
});

it.each([
  [{ by: 'person' } as const, '**This answer was stopped.**'],
  [{ by: 'limit', message: 'The work is incomplete.' } as const, '**The work is incomplete.**'],
  [{ by: 'error', code: 'TIMEOUT', message: 'Too late.' } as const, '**This answer failed: Too late.**'],
])('toMarkdown states how an answer ended: %j', (cutShort, words) => {
  expect(render({ metadata: { model: 'p:m', inputTokens: 3, outputTokens: 1, costUsd: null, cutShort } })).toContain(
    `${words}\n\n_p:m · 3 tokens in, 1 out · cost unknown_`,
  );
});
