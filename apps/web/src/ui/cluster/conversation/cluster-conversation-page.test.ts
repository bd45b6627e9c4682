import { expect, it } from 'vitest';
import type { ChatMessage } from '../../api/conversation.ts';
import { toInvestigatedIssue } from './cluster-conversation-page.tsx';

type Part = ChatMessage['parts'][number];

const text = (said: string): Part => ({ type: 'text', text: said });
const asked = (said: string): ChatMessage => ({ id: said, role: 'user', parts: [text(said)] });
const answered = (...parts: Part[]): ChatMessage => ({ id: 'answer', role: 'assistant', parts });
const called = (input: unknown): Part => ({
  type: 'dynamic-tool',
  toolName: 'kubectl_get',
  toolCallId: 'c',
  state: 'output-available',
  input,
  output: '',
});

it.each<[string, readonly ChatMessage[], unknown]>([
  ['nothing was asked', [], undefined],
  ['nothing is answered yet', [asked('Why?')], undefined],
  ['an answer alone', [answered(text('Delete all.'))], undefined],
  [
    'an answer',
    [asked('Why?'), answered(text('Delete all.'), called({ resource: 'pods' }))],
    { issue: 'Why?', context: undefined },
  ],
  [
    'clusters that were read',
    [
      asked('Why?'),
      answered(called({ context: 'one' })),
      asked('And there?'),
      answered(called({ context: 'two' }), called(null)),
    ],
    { issue: 'Why?\nAnd there?', context: 'two' },
  ],
])('toInvestigatedIssue returns an issue for %s', (_, messages, issue) => {
  expect(toInvestigatedIssue(messages)).toEqual(issue);
});

it('toInvestigatedIssue returns an issue short enough for a remediation', () => {
  expect(toInvestigatedIssue([asked('a'.repeat(3_000)), answered(text('So.'))])?.issue).toHaveLength(2_000);
});
