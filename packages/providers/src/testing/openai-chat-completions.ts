import { serverSentEvents, type WireEvent } from './framing.ts';
import type { ScriptedAnswer, ScriptedUsage } from './scripted-turn.ts';
import { argumentsOf, finishWord, pieces, type WireFormat } from './wire-format.ts';

/** OpenAI's Chat Completions, which Ollama and many servers implement. Thinking has no signature here. */
export const openaiChatCompletions: WireFormat = chatCompletions({
  name: 'OpenAI Chat Completions',
  toThinking: ({ text }) => pieces(text).map((piece) => ({ reasoning_content: piece })),
});

/** OpenRouter's Chat Completions: thinking is sent as details, the last of which has the signature. */
export const openrouterChatCompletions: WireFormat = chatCompletions({
  name: 'OpenRouter Chat Completions',
  toThinking: ({ text, signature }) => [
    ...pieces(text).map((piece) => ({ reasoning_details: [{ ...reasoningText, text: piece }] })),
    ...(signature === undefined ? [] : [{ reasoning_details: [{ ...reasoningText, signature }] }]),
  ],
});

const reasoningText = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 };

/** A dialect of Chat Completions. */
interface Dialect {
  readonly name: string;
  /** The deltas that stream thinking. */
  readonly toThinking: (thinking: NonNullable<ScriptedAnswer['thinking']>) => readonly object[];
}

function chatCompletions({ name, toThinking }: Dialect): WireFormat {
  return {
    name,
    path: /\/chat\/completions$/,
    framing: serverSentEvents,
    encode(answer) {
      const thinking = answer.thinking === undefined ? [] : toThinking(answer.thinking);
      const deltas = [{ role: 'assistant', content: '' }, ...thinking, ...toDeltas(answer)];
      const usage =
        answer.usage === undefined ? [] : [{ data: { ...envelope, choices: [], usage: toUsage(answer.usage) } }];
      return {
        events: deltas.map((delta) => chunk(delta)),
        ending: [chunk({}, finishWord(answer, finishReasons)), ...usage, { data: '[DONE]' }],
        failure: { data: { error: { message: 'Overloaded', type: 'server_error', code: 'overloaded_error' } } },
      };
    },
  };
}

const envelope = { id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 0, model: 'scripted' };

function chunk(delta: object, finish_reason: string | null = null): WireEvent {
  return { data: { ...envelope, choices: [{ index: 0, delta, finish_reason }] } };
}

function toDeltas({ text = '', toolCalls = [] }: ScriptedAnswer): readonly object[] {
  return [
    ...pieces(text).map((piece) => ({ content: piece })),
    ...toolCalls.flatMap((call, index) => [
      { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] },
      ...pieces(argumentsOf(call)).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
  ];
}

const finishReasons = {
  stop: 'stop',
  tool_calls: 'tool_calls',
  length: 'length',
  content_filter: 'content_filter',
};

function toUsage(usage: ScriptedUsage) {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0, reasoningTokens = 0 } = usage;
  return {
    prompt_tokens: inputTokens,
    prompt_tokens_details: { cached_tokens: cacheReadTokens, cache_write_tokens: cacheWriteTokens },
    completion_tokens: outputTokens,
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
