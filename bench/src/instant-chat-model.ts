import { noUsage, type AssistantMessage, type ChatModel, type ModelEvent } from '../../packages/core/src/index.ts';
import type { InstantAnswer } from './instant-language-model.ts';

/** The instant model as a `ChatModel` of its own, without the mapping of a provider. */
export function createInstantChatModel(answers: readonly InstantAnswer[]): ChatModel {
  let asked = 0;
  return {
    id: 'instant:instant',
    async *stream(): AsyncGenerator<ModelEvent> {
      const { deltas = [], toolCall } = answers[asked] ?? {};
      const id = `call_${(asked += 1)}`;
      const message: AssistantMessage = {
        role: 'assistant',
        content: [
          ...(deltas.length === 0 ? [] : [{ type: 'text' as const, text: deltas.join('') }]),
          ...(toolCall === undefined
            ? []
            : [{ type: 'tool_call' as const, id, name: toolCall.toolName, input: toolCall.input }]),
        ],
      };
      yield { type: 'message_start' };
      for (const text of deltas) yield { type: 'content_delta', text };
      if (toolCall !== undefined) {
        yield { type: 'tool_use_start', id, name: toolCall.toolName };
        yield { type: 'tool_use_input', id, delta: JSON.stringify(toolCall.input) };
      }
      yield {
        type: 'message_complete',
        finish: toolCall === undefined ? 'stop' : 'tool_calls',
        usage: noUsage,
        message,
      };
    },
  };
}
