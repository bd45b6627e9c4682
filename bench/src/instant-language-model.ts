import { setImmediate as nextLoop } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';

/** An answer of the instant model. */
export interface InstantAnswer {
  readonly deltas?: readonly string[];
  readonly toolCall?: { readonly toolName: string; readonly input: object };
}

const usage = {
  inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 20, text: 20, reasoning: 0 },
};

/** Options for the streams of an instant model. */
export interface InstantOptions {
  /** `true` sends each part in a separate turn of the event loop, as a network does, so that each is written by itself. */
  readonly apart?: boolean;
}

/**
 * Creates models in memory that return the answers in order, immediately, and record no requests. The answers are prepared
 * once, so that the model's share of a measurement is close to zero.
 */
export function createInstantLanguageModels(
  answers: readonly InstantAnswer[],
  { apart = false }: InstantOptions = {},
): () => LanguageModelV4 {
  const turns = answers.map((answer, index) => toTurn(answer, index + 1));
  return () => {
    let asked = 0;
    return {
      specificationVersion: 'v4',
      provider: 'instant',
      modelId: 'instant',
      supportedUrls: {},
      doGenerate: async () => nextTurn().result,
      doStream: async () => ({ stream: toStream(nextTurn().parts, apart) }),
    };

    function nextTurn(): InstantTurn {
      const turn = turns[asked++];
      if (turn === undefined) throw new Error('The model was asked too often.');
      return turn;
    }
  };
}

interface InstantTurn {
  readonly result: LanguageModelV4GenerateResult;
  readonly parts: readonly LanguageModelV4StreamPart[];
}

function toTurn(answer: InstantAnswer, call: number): InstantTurn {
  const { deltas = [], ...rest } = answer;
  const content = toContent(answer, call);
  const finishReason = finishReasonOf(content);
  return {
    result: { content, finishReason, usage, warnings: [] },
    parts: [
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: 'text' },
      ...deltas.map((delta) => ({ type: 'text-delta' as const, id: 'text', delta })),
      { type: 'text-end', id: 'text' },
      ...toContent(rest, call).flatMap(toParts),
      { type: 'finish', finishReason, usage },
    ],
  };
}

function toContent({ deltas = [], toolCall }: InstantAnswer, call: number): LanguageModelV4Content[] {
  const text = deltas.join('');
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...(toolCall === undefined
      ? []
      : [
          {
            type: 'tool-call' as const,
            toolCallId: `call_${call}`,
            toolName: toolCall.toolName,
            input: JSON.stringify(toolCall.input),
          },
        ]),
  ];
}

function toParts(part: LanguageModelV4Content): LanguageModelV4StreamPart[] {
  if (part.type !== 'tool-call') return [];
  const { toolCallId: id, toolName, input } = part;
  return [
    { type: 'tool-input-start', id, toolName },
    { type: 'tool-input-delta', id, delta: input },
    { type: 'tool-input-end', id },
    part,
  ];
}

function finishReasonOf(content: readonly LanguageModelV4Content[]): {
  unified: 'stop' | 'tool-calls';
  raw: undefined;
} {
  return { unified: content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop', raw: undefined };
}

function toStream(
  parts: readonly LanguageModelV4StreamPart[],
  apart: boolean,
): ReadableStream<LanguageModelV4StreamPart> {
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      if (apart) await nextLoop();
      const part = parts[next++];
      if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
  });
}
