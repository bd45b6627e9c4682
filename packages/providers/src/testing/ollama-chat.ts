import { jsonLines, type WireEvent } from './framing.ts';
import type { ScriptedToolCall } from './scripted-turn.ts';
import { finishWord, pieces, type WireFormat } from './wire-format.ts';

/** Ollama's own `/api/chat`: lines of JSON, tool calls whole, arguments as objects, thinking without a signature. */
export const ollamaChat: WireFormat = {
  name: 'Ollama chat',
  path: /\/api\/chat$/,
  framing: jsonLines,
  encode(answer) {
    const { thinking, text = '', toolCalls = [], usage } = answer;
    const messages = [
      ...pieces(thinking?.text ?? '').map((piece) => ({ content: '', thinking: piece })),
      ...pieces(text).map((piece) => ({ content: piece })),
      ...toolCalls.map((call) => ({ content: '', tool_calls: [toToolCall(call)] })),
    ];
    const done_reason = finishWord(answer, {
      stop: 'stop',
      tool_calls: 'stop',
      length: 'length',
      content_filter: 'stop',
    });
    return {
      events: messages.map((message) => line(message, { done: false })),
      ending: [
        line(
          { content: '' },
          {
            done: true,
            ...(done_reason !== null && { done_reason }),
            prompt_eval_count: usage?.inputTokens ?? 0,
            eval_count: usage?.outputTokens ?? 0,
          },
        ),
      ],
      failure: { data: { error: 'an error was encountered while running the model' } },
    };
  },
};

function toToolCall({ id, name, input }: ScriptedToolCall): object {
  return { ...(id !== undefined && { id }), function: { name, arguments: input } };
}

function line(message: object, rest: object): WireEvent {
  return {
    data: {
      model: 'scripted',
      created_at: '2026-01-01T00:00:00Z',
      message: { role: 'assistant', ...message },
      ...rest,
    },
  };
}
