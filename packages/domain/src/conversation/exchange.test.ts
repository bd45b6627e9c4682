import { noUsage, textOf, userMessage, type Message } from '@shipmate/core';
import { expect, it } from 'vitest';
import type { ConversationRun } from '../run/run.ts';
import type { StoredMessage } from './conversation.ts';
import { toExchanges, toExchangesUntil, toHistory, type Exchange } from './exchange.ts';

const run = (id: string): ConversationRun => ({
  id,
  organizationId: 'o',
  userId: 'u',
  kind: 'answer',
  conversationId: 'c',
  workspaceId: null,
  model: 'm',
  persona: 'developer',
  origin: 'chat',
  detached: true,
  attempt: 0,
  stopRequestedAt: null,
  stopRequestedByUserId: null,
  retryOf: null,
  status: 'completed',
  stopReason: 'final',
  usage: noUsage,
  costUsd: null,
  followUps: null,
  lastSequence: 0,
  errorCode: null,
  errorMessage: null,
  createdAt: new Date(0),
  endedAt: new Date(0),
});
const said = (text: string): Message => ({ role: 'assistant', content: [{ type: 'text', text }] });

/**
 * Creates messages from lines like `1? What` (a question for run 1), `2?0 This` (… in place of message 0) and
 * `1! That` (an answer of run 1); without a number, the message has no run.
 */
function store(lines: readonly string[]): StoredMessage[] {
  return lines.map((line, position) => {
    const [, runId = '', kind, replaced = '', text = ''] = /^(\d?)([?!])(\d?) (.*)$/.exec(line) ?? [];
    return {
      id: `message-${position}`,
      conversationId: 'c',
      runId: runId || null,
      clientId: null,
      replacesId: replaced === '' ? null : `message-${replaced}`,
      position,
      message: kind === '?' ? userMessage(text) : said(text),
      createdAt: new Date(0),
    };
  });
}

function show(exchanges: readonly Exchange[]): readonly string[] {
  return exchanges.map(({ question, run: of, answer }) =>
    [textOf(question.message), of?.id, ...answer.map(({ message }) => textOf(message))].map(String).join(' '),
  );
}

const conversations: [name: string, runs: string, lines: string[], expected: string[]][] = [
  ['nothing', '', [], []],
  ['an answer', '1', ['1? A', '1! a', '1! b'], ['A 1 a b']],
  ['two answers', '12', ['1? A', '1! a', '2? B', '2! b'], ['A 1 a', 'B 2 b']],
  ['a question that has no answer', '12', ['1? A', '2? B', '2! b'], ['A 1', 'B 2 b']],
  ['an answer that another run made again', '12', ['1? A', '1! a', '2! b'], ['A 2 b']],
  ['a second attempt that said nothing', '12', ['1? A', '1! a'], ['A 2']],
  ['attempts, then another question', '1234', ['1? A', '1! a', '2! b', '3! c', '4? B', '4! d'], ['A 3 c', 'B 4 d']],
  ['a question that was edited', '12', ['1? A', '1! a', '2?0 B', '2! b'], ['B 2 b']],
  [
    'an edit in the middle',
    '1234',
    ['1? A', '1! a', '2? B', '2! b', '3? C', '3! c', '4?2 D', '4! d'],
    ['A 1 a', 'D 4 d'],
  ],
  ['an edited edit', '123', ['1? A', '1! a', '2?0 B', '2! b', '3?2 C', '3! c'], ['C 3 c']],
  ['an edit that is answered again', '1234', ['1? A', '1! a', '2?0 B', '2! b', '3! c', '4? D'], ['B 3 c', 'D 4']],
  ['an edit of what does not stand any more', '123', ['1? A', '2?0 B', '3?0 C'], ['B 2', 'C 3']],
  [
    'what was said elsewhere',
    '1',
    ['? A', '! a', '? B', '! b', '! c', '1? D', '1! d'],
    ['A undefined a', 'B undefined b c', 'D 1 d'],
  ],
  ['a run that is not known yet', '1', ['1? A', '1! a', '2? B', '2! b'], ['A 1 a', 'B undefined b']],
];

it.each(conversations)('toExchanges reads %s', (...[, runs, lines, expected]) => {
  expect(show(toExchanges(Array.from(runs).map(run), store(lines)))).toEqual(expected);
});

const earlierRuns: [name: string, runId: string, lines: string[], expected: string[]][] = [
  ['the first question', '1', ['1? A', '1! a', '2? B', '2! b'], ['A 1 a']],
  ['a later one', '2', ['1? A', '1! a', '2? B', '2! b', '3? C'], ['A 1 a', 'B 2 b']],
  ['an answer that was retried', '1', ['1? A', '1! a', '2! b', '3? B'], ['A 1 a']],
  ['a question after such an answer', '3', ['1? A', '1! a', '2! b', '3? B'], ['A 2 b', 'B 3']],
  ['a question that was edited', '2', ['1? A', '1! a', '2? B', '2! b', '3?2 C', '3! c'], ['A 1 a', 'B 2 b']],
  ['what was said elsewhere before', '1', ['? A', '! a', '1? B', '1! b', '2? C'], ['A undefined a', 'B 1 b']],
];

it.each(earlierRuns)('toExchangesUntil reads a conversation until %s', (...[, runId, lines, expected]) => {
  expect(show(toExchangesUntil(runId, Array.from('123').map(run), store(lines)))).toEqual(expected);
});

it('toHistory returns the newest answer to each question', () => {
  const exchanges = toExchanges(Array.from('123').map(run), store(['1? A', '1! a', '2! b', '3? B']));
  expect(toHistory(exchanges).map(textOf)).toEqual(['A', 'b', 'B']);
});
