import { runToolLoop, type AgenticResult, type ChatModel, type RunToolLoopConfig } from '@shipmate/core';
import { getModel, type ModelSettings } from '../catalog/get-model.ts';

/** A chat with a model, or with the model of that name in the given environment. */
export type RunChatOptions = RunToolLoopConfig &
  ({ readonly model: ChatModel } | ({ readonly model?: string | undefined } & ModelSettings));

/**
 * Lets a model answer, with tools. It returns for every outcome of the chat.
 *
 * @throws AppError `VALIDATION_ERROR` when the model's name or the environment is wrong.
 */
export async function runChat(options: RunChatOptions): Promise<AgenticResult> {
  const model = 'environment' in options ? getModel(options.model, options) : options.model;
  return runToolLoop(model, options);
}
