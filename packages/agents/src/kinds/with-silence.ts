import type { ChatModel } from '@shipmate/core';

/** A model whose answer ends with a signal; tools that run meanwhile are not stopped by it. */
export function withSilence(model: ChatModel, silencing: AbortSignal): ChatModel {
  const { id, contextTokens, maxOutputTokens } = model;
  return {
    id,
    ...(contextTokens !== undefined && { contextTokens }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    stream: (request, signal) => model.stream(request, AbortSignal.any([signal, silencing])),
  };
}
