import { runToolLoop, type AgenticResult, type ChatModel, type RunToolLoopConfig } from '@shipmate/core';
import { getModel, type ModelSettings } from '../catalog/get-model.ts';

/** Options for {@link runChat}: a model, or a model's name in the given environment. */
export type RunChatOptions = RunToolLoopConfig &
  ({ readonly model: ChatModel } | ({ readonly model?: string | undefined } & ModelSettings));

/**
 * Runs a chat with a model and tools. It returns for every outcome of the chat.
 *
 * @throws AppError `VALIDATION_ERROR` when the model's name or the environment is invalid.
 */
export async function runChat(options: RunChatOptions): Promise<AgenticResult> {
  const model = 'environment' in options ? getModel(options.model, options) : options.model;
  return runToolLoop(model, options);
}
