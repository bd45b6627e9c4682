import { serverSentEvents, type WireEvent } from './framing.ts';
import type { ScriptedAnswer } from './scripted-turn.ts';
import { argumentsOf, finishWord, pieces, type WireFormat } from './wire-format.ts';

/** Anthropic's Messages API. */
export const anthropicMessages: WireFormat = {
  name: 'Anthropic Messages',
  path: /\/messages$/,
  framing: serverSentEvents,
  encode(answer) {
    const usage = toUsage(answer);
    const blocks = toBlocks(answer).flatMap(({ start, deltas }, index) => [
      event('content_block_start', { index, content_block: start }),
      ...deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]);
    const message = {
      id: 'msg_scripted',
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage, output_tokens: 1 },
    };
    return {
      events: [event('message_start', { message }), event('ping', {}), ...blocks],
      ending: [
        event('message_delta', { delta: { stop_reason: finishWord(answer, stopReasons), stop_sequence: null }, usage }),
        event('message_stop', {}),
      ],
      failure: event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
    };
  },
};

interface Block {
  readonly start: object;
  readonly deltas: readonly object[];
}

function toBlocks({ thinking, redactedThinking, text, toolCalls = [] }: ScriptedAnswer): readonly Block[] {
  const blocks: Block[] = [];
  if (thinking !== undefined) {
    const signature =
      thinking.signature === undefined ? [] : [{ type: 'signature_delta', signature: thinking.signature }];
    const deltas = pieces(thinking.text).map((piece) => ({ type: 'thinking_delta', thinking: piece }));
    blocks.push({ start: { type: 'thinking', thinking: '', signature: '' }, deltas: [...deltas, ...signature] });
  }
  if (redactedThinking !== undefined) {
    blocks.push({ start: { type: 'redacted_thinking', data: redactedThinking }, deltas: [] });
  }
  if (text !== undefined) {
    const deltas = pieces(text).map((piece) => ({ type: 'text_delta', text: piece }));
    blocks.push({ start: { type: 'text', text: '' }, deltas });
  }
  for (const call of toolCalls) {
    const deltas = pieces(argumentsOf(call)).map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
    blocks.push({ start: { type: 'tool_use', id: call.id, name: call.name, input: {} }, deltas });
  }
  return blocks;
}

const stopReasons = { stop: 'end_turn', tool_calls: 'tool_use', length: 'max_tokens', content_filter: 'refusal' };

/** Anthropic counts cache reads and writes separately from the input. */
function toUsage({ usage }: ScriptedAnswer) {
  const {
    inputTokens = 0,
    outputTokens = 0,
    cacheReadTokens = 0,
    cacheWriteTokens = 0,
    reasoningTokens = 0,
  } = usage ?? {};
  return {
    input_tokens: inputTokens - cacheReadTokens - cacheWriteTokens,
    cache_read_input_tokens: cacheReadTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    output_tokens: outputTokens,
    output_tokens_details: { thinking_tokens: reasoningTokens },
  };
}

function event(type: string, data: object): WireEvent {
  return { event: type, data: { type, ...data } };
}
