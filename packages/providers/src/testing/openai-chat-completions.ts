import type { ScriptedAnswer } from './scripted-turn.ts';
import { argumentsOf, pieces, type ServerSentEvent, type WireFormat } from './wire-format.ts';

/** OpenAI's Chat Completions, as OpenRouter, Ollama and many servers speak it. Thinking has no signature here. */
export const openaiChatCompletions: WireFormat = {
  name: 'OpenAI Chat Completions',
  path: /\/chat\/completions$/,
  encode(answer) {
    return {
      events: [chunk({ role: 'assistant', content: '' }), ...toDeltas(answer).map((delta) => chunk(delta))],
      ending: [
        chunk({}, toFinishReason(answer)),
        { data: { ...envelope, choices: [], usage: toUsage(answer) } },
        { data: '[DONE]' },
      ],
    };
  },
};

const envelope = { id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 0, model: 'scripted' };

function chunk(delta: object, finish_reason: string | null = null): ServerSentEvent {
  return { data: { ...envelope, choices: [{ index: 0, delta, finish_reason }] } };
}

function toDeltas({ thinking, text = '', toolCalls = [] }: ScriptedAnswer): readonly object[] {
  return [
    ...pieces(thinking?.text ?? '').map((piece) => ({ reasoning_content: piece })),
    ...pieces(text).map((piece) => ({ content: piece })),
    ...toolCalls.flatMap((call, index) => [
      { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] },
      ...pieces(argumentsOf(call)).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
  ];
}

function toFinishReason({ finish, toolCalls = [] }: ScriptedAnswer): string {
  return finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop');
}

function toUsage({ usage }: ScriptedAnswer) {
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, reasoningTokens = 0 } = usage ?? {};
  return {
    prompt_tokens: inputTokens,
    prompt_tokens_details: { cached_tokens: cacheReadTokens },
    completion_tokens: outputTokens,
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
