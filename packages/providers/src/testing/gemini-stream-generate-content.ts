import type { ScriptedAnswer } from './scripted-turn.ts';
import { pieces, type ServerSentEvent, type WireFormat } from './wire-format.ts';

/** Gemini's `streamGenerateContent`. The signature of thinking travels on the first tool call, arguments are never text. */
export const geminiStreamGenerateContent: WireFormat = {
  name: 'Gemini streamGenerateContent',
  path: /\/models\/[^/]+:streamGenerateContent$/,
  encode(answer) {
    return {
      events: toParts(answer).map((part) => chunk({ content: { role: 'model', parts: [part] } })),
      ending: [chunk({ content: { role: 'model', parts: [] }, finishReason: toFinishReason(answer) }, toUsage(answer))],
    };
  },
};

function chunk(candidate: object, usageMetadata?: object): ServerSentEvent {
  return {
    data: { candidates: [{ index: 0, ...candidate }], ...(usageMetadata === undefined ? {} : { usageMetadata }) },
  };
}

function toParts({ thinking, text = '', toolCalls = [] }: ScriptedAnswer): readonly object[] {
  return [
    ...pieces(thinking?.text ?? '').map((piece) => ({ text: piece, thought: true })),
    ...pieces(text).map((piece) => ({ text: piece })),
    ...toolCalls.map(({ id, name, input }, index) => ({
      functionCall: { id, name, args: input },
      ...(index === 0 && thinking?.signature !== undefined ? { thoughtSignature: thinking.signature } : {}),
    })),
  ];
}

function toFinishReason({ finish }: ScriptedAnswer): string {
  if (finish === 'length') return 'MAX_TOKENS';
  return finish === 'content_filter' ? 'SAFETY' : 'STOP';
}

/** Gemini counts thoughts beside the candidates. */
function toUsage({ usage }: ScriptedAnswer) {
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, reasoningTokens = 0 } = usage ?? {};
  return {
    promptTokenCount: inputTokens,
    cachedContentTokenCount: cacheReadTokens,
    candidatesTokenCount: outputTokens - reasoningTokens,
    thoughtsTokenCount: reasoningTokens,
    totalTokenCount: inputTokens + outputTokens,
  };
}
