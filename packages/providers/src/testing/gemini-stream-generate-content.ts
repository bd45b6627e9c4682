import { serverSentEvents, type WireEvent } from './framing.ts';
import type { ScriptedAnswer } from './scripted-turn.ts';
import { finishWord, pieces, type WireFormat } from './wire-format.ts';

/** Gemini's `streamGenerateContent`. The signature of thinking is on the first tool call, arguments are never text. */
export const geminiStreamGenerateContent: WireFormat = {
  name: 'Gemini streamGenerateContent',
  path: /\/models\/[^/]+:streamGenerateContent$/,
  framing: serverSentEvents,
  encode(answer) {
    const usage = toUsage(answer);
    const finishReason = finishWord(answer, finishReasons);
    return {
      events: toParts(answer).map((part) => chunk({ content: { role: 'model', parts: [part] } }, usage)),
      ending: [chunk({ content: { role: 'model', parts: [] }, ...(finishReason !== null && { finishReason }) }, usage)],
      failure: { data: { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } } },
    };
  },
};

const finishReasons = { stop: 'STOP', tool_calls: 'STOP', length: 'MAX_TOKENS', content_filter: 'SAFETY' };

function chunk(candidate: object, usageMetadata: object): WireEvent {
  return { data: { candidates: [{ index: 0, ...candidate }], usageMetadata } };
}

function toParts({ thinking, text = '', toolCalls = [] }: ScriptedAnswer): readonly object[] {
  return [
    ...pieces(thinking?.text ?? '').map((piece) => ({ text: piece, thought: true })),
    ...pieces(text).map((piece) => ({ text: piece })),
    ...toolCalls.map(({ id, name, input, signature }, index) => {
      const thoughtSignature = signature ?? (index === 0 ? thinking?.signature : undefined);
      return {
        functionCall: { ...(id !== undefined && { id }), name, args: input },
        ...(thoughtSignature !== undefined && { thoughtSignature }),
      };
    }),
  ];
}

/** Gemini counts thinking separately from the candidates. */
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
