import { noUsage, type AssistantMessage, type ChatModel, type ModelEvent } from '../../packages/core/src/index.ts';
import type { InstantAnswer } from './instant-language-model.ts';

/** Creates instant models that implement `ChatModel` directly, without the mapping of a provider. */
export function createInstantChatModels(answers: readonly InstantAnswer[]): () => ChatModel {
  const turns = answers.map((answer, index) => toEvents(answer, `call_${index + 1}`));
  return () => {
    let asked = 0;
    return {
      id: 'instant:instant',
      stream: () => toIterable(turns[asked++] ?? []),
    };
  };
}

/** Returns the events one by one with less work than a generator, so that the model costs little. */
function toIterable(events: readonly ModelEvent[]): AsyncIterable<ModelEvent> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = events[Symbol.iterator]();
      return { next: async () => iterator.next() };
    },
  };
}

function toEvents({ deltas = [], toolCall }: InstantAnswer, id: string): readonly ModelEvent[] {
  const calls = toolCall === undefined ? [] : [{ name: toolCall.toolName, input: toolCall.input }];
  const message: AssistantMessage = {
    role: 'assistant',
    content: [
      ...(deltas.length === 0 ? [] : [{ type: 'text' as const, text: deltas.join('') }]),
      ...calls.map((call) => ({ type: 'tool_call' as const, id, ...call })),
    ],
  };
  return [
    { type: 'message_start' },
    ...deltas.map((text) => ({ type: 'content_delta' as const, text })),
    ...calls.flatMap(({ name, input }): ModelEvent[] => [
      { type: 'tool_use_start', id, name },
      { type: 'tool_use_input', id, delta: JSON.stringify(input) },
    ]),
    { type: 'message_complete', finish: calls.length === 0 ? 'stop' : 'tool_calls', usage: noUsage, message },
  ];
}
