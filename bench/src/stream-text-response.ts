import { createUIMessageStreamResponse, streamText, toUIMessageStream } from 'ai';
import { createInstantLanguageModel, type InstantOptions } from './instant-language-model.ts';
import { deltas } from './stream-task.ts';

/** The answer of {@link deltas} as the AI SDK documents it for a route: a response of server-sent events. */
export function respondWithStreamText(options?: InstantOptions): Response {
  const { stream } = streamText({ model: createInstantLanguageModel([{ deltas }], options), prompt: 'Tell me.' });
  return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream }) });
}
