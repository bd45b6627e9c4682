import { type Message, noUsage } from '@shipmate/core';
import type { RunEvent, StoredMessage } from '@shipmate/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readUiMessage } from '../../test/read-ui-message.ts';
import { toUiMessages } from './to-ui-messages.ts';
import { unansweredToolCall } from './unanswered-tool-call.ts';

function store(
  messages: readonly Message[],
  runIdOf: (position: number) => string | null = () => 'run-1',
): StoredMessage[] {
  return messages.map((message, position) => ({
    id: `message-${position}`,
    conversationId: 'conversation-1',
    runId: runIdOf(position),
    position,
    message,
    createdAt: new Date(0),
  }));
}

const call = { type: 'tool_call', id: 'call-1', name: 'textEditor', input: { command: 'view' } } as const;
const question: Message = { role: 'user', content: [{ type: 'text', text: 'Set 3 replicas' }] };

it('shows a question and the whole answer of its run as two messages', () => {
  const messages: Message[] = [
    question,
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
  expect(toUiMessages(store(messages))).toEqual([
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
    },
  ]);
});

it('keeps the answers of two runs apart', () => {
  const answer: Message = { role: 'assistant', content: [] };
  expect(toUiMessages(store([answer, answer], (position) => `run-${position}`)).map(({ id }) => id)).toEqual([
    'run-0',
    'run-1',
  ]);
});

it('shows a call without an answer as failed', () => {
  const [message] = toUiMessages(store([{ role: 'assistant', content: [call] }]));
  expect(message?.parts[1]).toMatchObject({ state: 'output-error', errorText: unansweredToolCall });
});

const key = fc.string().filter((name) => name !== '__proto__' && name !== 'constructor');
const turns = fc.array(
  fc.record({
    deltas: fc.array(fc.string()),
    calls: fc.array(fc.record({ output: fc.string(), isError: fc.boolean(), input: fc.dictionary(key, fc.string()) })),
  }),
);

it('shows what the stream of the same run showed', async () => {
  await fc.assert(
    fc.asyncProperty(turns, async (run) => {
      const events: RunEvent[] = [{ type: 'run_started', model: 'm' }];
      const messages: Message[] = [];
      for (const [turn, { deltas, calls }] of run.entries()) {
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
      events.push({ type: 'run_ended', status: 'completed', stopReason: 'final', usage: noUsage });
      const { message } = await readUiMessage(events);
      const stored = JSON.parse(JSON.stringify(toUiMessages(store(messages))));
      expect(stored.flatMap(({ parts }: { parts: unknown[] }) => parts)).toEqual(message.parts);
    }),
  );
});
