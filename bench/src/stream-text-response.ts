import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createUIMessageStreamResponse, streamText, toUIMessageStream } from 'ai';

/** Streams a model's answer as the AI SDK documents it for a route: a response of server-sent events. */
export function respondWithStreamText(model: LanguageModelV4): Response {
  const { stream } = streamText({ model, prompt: 'Tell me.' });
  return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream }) });
}
