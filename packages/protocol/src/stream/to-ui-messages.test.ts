import { type Message, noUsage } from '@shipmate/core';
import type { Exchange, StoredMessage } from '@shipmate/domain/conversation';
import type { ConversationRun, RunEvent } from '@shipmate/domain/run';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { costOf, readUiMessage } from '../../test/read-ui-message.ts';
import type { UiMessage } from '../web/chat.ts';
import { toUiMessages } from './to-ui-messages.ts';
import { unansweredToolCall } from './unanswered-tool-call.ts';

const run: ConversationRun = {
  id: 'run-1',
  organizationId: 'o',
  userId: 'u',
  kind: 'answer',
  conversationId: 'conversation-1',
  workspaceId: null,
  persona: 'developer',
  model: 'm',
  origin: 'chat',
  detached: true,
  attempt: 0,
  stopRequestedAt: null,
  stopRequestedByUserId: null,
  retryOf: null,
  status: 'completed',
  stopReason: 'final',
  usage: { ...noUsage, inputTokens: 7, outputTokens: 3 },
  costUsd: null,
  followUps: null,
  lastSequence: 0,
  errorCode: null,
  errorMessage: null,
  createdAt: new Date(0),
  endedAt: new Date(0),
};

function exchange(messages: readonly Message[], change: Partial<ConversationRun> | null = {}): Exchange {
  const answer = messages.map((message, index) => store(message, index + 1));
  return { question: store(asked, 0), answer, run: change === null ? undefined : { ...run, ...change } };
}

function store(message: Message, position: number): StoredMessage {
  return {
    id: `message-${position}`,
    conversationId: 'conversation-1',
    runId: 'run-1',
    replacesId: null,
    clientId: null,
    position,
    message,
    createdAt: new Date(0),
  };
}

/** The UI messages of an exchange, with the prices of the stream in the test. */
function show(shown: Exchange): readonly UiMessage[] {
  return toUiMessages([shown], { costOf: ({ usage }) => costOf(usage) });
}

const call = { type: 'tool_call', id: 'call-1', name: 'textEditor', input: { command: 'view' } } as const;
const asked: Message = { role: 'user', content: [{ type: 'text', text: 'Set 3 replicas' }] };

it('toUiMessages shows a question and the whole answer of its run as two messages', () => {
  const messages: Message[] = [
    {
      role: 'assistant',
      content: [{ type: 'reasoning', text: 'secret thought' }, { type: 'text', text: 'Let me see.' }, call],
    },
    {
      role: 'tool',
      content: [{ type: 'tool_result', id: 'call-1', name: 'textEditor', output: 'replicas: 1', isError: false }],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
  ];
  expect(show(exchange(messages))).toEqual([
    { id: 'message-0', role: 'user', parts: [{ type: 'text', text: 'Set 3 replicas', state: 'done' }] },
    {
      id: 'run-1',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'text', text: 'Let me see.', state: 'done' },
        {
          type: 'dynamic-tool',
          toolName: 'textEditor',
          toolCallId: 'call-1',
          state: 'output-available',
          input: { command: 'view' },
          output: 'replicas: 1',
        },
        { type: 'step-start' },
        { type: 'text', text: 'Done.', state: 'done' },
      ],
      metadata: { model: 'm', ...run.usage, costUsd: 0.07 },
    },
  ]);
});

const shown: [
  name: string,
  change: Partial<ConversationRun> | null,
  messages: Message[],
  expected: object | undefined,
][] = [
  ['no answer while the run goes on', { status: 'running', endedAt: null }, [], undefined],
  ['no answer of a run that it does not know', null, [], undefined],
  ['the words of a run that it does not know', null, [said('Well')], { parts: [{}, { text: 'Well' }] }],
  ['a run that ended without a word', {}, [], { id: 'run-1', parts: [], metadata: { model: 'm' } }],
  [
    'why a run failed, without a word',
    { status: 'failed', errorCode: 'RATE_LIMITED', errorMessage: 'Too many requests.' },
    [],
    { parts: [], metadata: { cutShort: { by: 'error', code: 'RATE_LIMITED', message: 'Too many requests.' } } },
  ],
  [
    'an error code of another time as an internal error',
    { status: 'failed', errorCode: 'STORM', errorMessage: 'Too much wind.' },
    [said('Well')],
    { metadata: { cutShort: { by: 'error', code: 'INTERNAL_ERROR', message: 'Too much wind.' } } },
  ],
  [
    'the limit that ended it',
    { stopReason: 'budget' },
    [said('Well')],
    { metadata: { cutShort: { by: 'limit', message: expect.stringContaining('limit of cost, tokens or time') } } },
  ],
  ['that a person stopped it', { status: 'cancelled' }, [said('Well')], { metadata: { cutShort: { by: 'person' } } }],
];

it.each(shown)('toUiMessages shows %s', (...[, change, messages, expected]) => {
  const [, answer] = show(exchange(messages, change));
  expect([answer]).toMatchObject([expected]);
});

it('toUiMessages shows the cost of an answer without a known price as null', () => {
  const [, answer] = show(exchange([said('Well')], { usage: noUsage }));
  expect(answer?.metadata).toMatchObject({ inputTokens: 0, costUsd: null });
});

it('toUiMessages shows a call without a result as failed', () => {
  const [, message] = show(exchange([{ role: 'assistant', content: [call] }]));
  expect(message?.parts[1]).toMatchObject({ state: 'output-error', errorText: unansweredToolCall });
});

function said(text: string): Message {
  return { role: 'assistant', content: [{ type: 'text', text }] };
}

const endings = fc.constantFrom(
  { status: 'completed', stopReason: 'final' } as const,
  { status: 'cancelled', stopReason: 'aborted' } as const,
  { status: 'failed', stopReason: 'model_error', error: { code: 'TIMEOUT', message: 'Too late.' } } as const,
);
const key = fc.string().filter((name) => name !== '__proto__' && name !== 'constructor');
const turns = fc.array(
  fc.record({
    deltas: fc.array(fc.string()),
    calls: fc.array(fc.record({ output: fc.string(), isError: fc.boolean(), input: fc.dictionary(key, fc.string()) })),
  }),
);

it('toUiMessages shows the same messages as the stream of the run', async () => {
  await fc.assert(
    fc.asyncProperty(turns, endings, async (made, ending) => {
      const events: RunEvent[] = [{ type: 'run_started', model: 'm' }];
      const messages: Message[] = [];
      for (const [turn, { deltas, calls }] of made.entries()) {
        const named = calls.map((entry, index) => ({ ...entry, id: `${turn}-${index}`, name: 'textEditor' }));
        events.push({ type: 'turn_started', turn, model: 'm' }, { type: 'content', turn, deltas });
        for (const { id, name, input } of named) events.push({ type: 'tool_call', turn, toolCallId: id, name, input });
        for (const { id, name, output, isError } of named) {
          events.push({
            type: 'tool_result',
            turn,
            toolCallId: id,
            name,
            output,
            isError,
            durationMs: 1,
            clientEvents: [],
          });
        }
        messages.push(
          {
            role: 'assistant',
            content: [
              { type: 'text', text: deltas.join('') },
              ...named.map(({ id, name, input }) => ({ type: 'tool_call' as const, id, name, input })),
            ],
          },
          {
            role: 'tool',
            content: named.map(({ id, name, output, isError }) => ({ type: 'tool_result', id, name, output, isError })),
          },
        );
      }
      events.push({ type: 'run_ended', ...ending, usage: run.usage });
      const { message } = await readUiMessage(events);
      const error = 'error' in ending ? ending.error : undefined;
      const [, stored] = show(
        exchange(messages, {
          status: ending.status,
          errorCode: error?.code ?? null,
          errorMessage: error?.message ?? null,
        }),
      );
      expect(JSON.parse(JSON.stringify(stored))).toEqual(message);
    }),
  );
});
