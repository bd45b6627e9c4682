import type { ChatModel } from '@shipmate/core';

/** A model that stops speaking once it is hushed; tools that work meanwhile are not stopped by that. */
export function untilHushed(model: ChatModel, hushed: AbortSignal): ChatModel {
  const { id, contextTokens, maxOutputTokens } = model;
  return {
    id,
    ...(contextTokens !== undefined && { contextTokens }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    stream: (request, signal) => model.stream(request, AbortSignal.any([signal, hushed])),
  };
}
