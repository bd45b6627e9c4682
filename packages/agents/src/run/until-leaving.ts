import type { ChatModel } from '@shipmate/core';

/** A model that stops speaking once its process is leaving; tools that work meanwhile are not stopped by that. */
export function untilLeaving(model: ChatModel, leaving: AbortSignal): ChatModel {
  const { id, contextTokens, maxOutputTokens } = model;
  return {
    id,
    ...(contextTokens !== undefined && { contextTokens }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    stream: (request, signal) => model.stream(request, AbortSignal.any([signal, leaving])),
  };
}
