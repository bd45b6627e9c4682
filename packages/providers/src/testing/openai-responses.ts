import { serverSentEvents, type WireEvent } from './framing.ts';
import type { ScriptedAnswer } from './scripted-turn.ts';
import { argumentsOf, finishWord, pieces, type WireFormat } from './wire-format.ts';

/** OpenAI's Responses API. */
export const openaiResponses: WireFormat = {
  name: 'OpenAI Responses',
  path: /\/responses$/,
  framing: serverSentEvents,
  encode(answer) {
    const response = { id: 'resp_scripted', created_at: 0, model: 'scripted' };
    const items = toItems(answer).flatMap(({ added, deltas, done }, output_index) => [
      event('response.output_item.added', { output_index, item: added }),
      ...deltas.map(({ data, ...delta }) => ({ ...delta, data: { ...data, item_id: added.id, output_index } })),
      event('response.output_item.done', { output_index, item: done }),
    ]);
    return {
      events: [event('response.created', { response }), ...items],
      ending: [toLastEvent(answer, response)],
      failure: event('error', { code: 'server_error', message: 'Overloaded', param: null, sequence_number: 0 }),
    };
  },
};

interface Item {
  readonly added: { readonly id: string };
  readonly deltas: readonly { readonly event?: string; readonly data: object }[];
  readonly done: object;
}

function toItems({ thinking, text, toolCalls = [] }: ScriptedAnswer): readonly Item[] {
  const items: Item[] = [];
  if (thinking !== undefined) {
    const item = { type: 'reasoning', id: 'rs_scripted', encrypted_content: thinking.signature ?? null, summary: [] };
    items.push({
      added: item,
      deltas: [
        event('response.reasoning_summary_part.added', { summary_index: 0 }),
        ...pieces(thinking.text).map((delta) =>
          event('response.reasoning_summary_text.delta', { summary_index: 0, delta }),
        ),
        event('response.reasoning_summary_part.done', { summary_index: 0 }),
      ],
      done: item,
    });
  }
  if (text !== undefined) {
    const item = { type: 'message', id: 'msg_scripted', role: 'assistant', status: 'completed' };
    items.push({
      added: { ...item, content: [] } as Item['added'],
      deltas: pieces(text).map((delta) =>
        event('response.output_text.delta', { content_index: 0, delta, logprobs: [] }),
      ),
      done: { ...item, content: [{ type: 'output_text', text, annotations: [] }] },
    });
  }
  for (const [index, call] of toolCalls.entries()) {
    const item = { type: 'function_call', id: `fc_${index}`, call_id: call.id, name: call.name };
    items.push({
      added: { ...item, arguments: '' } as Item['added'],
      deltas: pieces(argumentsOf(call)).map((delta) => event('response.function_call_arguments.delta', { delta })),
      done: { ...item, arguments: argumentsOf(call), status: 'completed' },
    });
  }
  return items;
}

/** The reasons of an incomplete response; a complete one has none. */
const incompleteReasons = {
  stop: null,
  tool_calls: null,
  length: 'max_output_tokens',
  content_filter: 'content_filter',
};

function toLastEvent(answer: ScriptedAnswer, response: object): WireEvent {
  const {
    inputTokens = 0,
    outputTokens = 0,
    cacheReadTokens = 0,
    cacheWriteTokens = 0,
    reasoningTokens = 0,
  } = answer.usage ?? {};
  const reason = finishWord(answer, incompleteReasons);
  const type = reason === null ? 'response.completed' : 'response.incomplete';
  return event(type, {
    response: {
      ...response,
      incomplete_details: reason === null ? null : { reason },
      usage: {
        input_tokens: inputTokens,
        input_tokens_details: { cached_tokens: cacheReadTokens, cache_write_tokens: cacheWriteTokens },
        output_tokens: outputTokens,
        output_tokens_details: { reasoning_tokens: reasoningTokens },
      },
    },
  });
}

function event(type: string, data: object) {
  return { event: type, data: { type, ...data } };
}
