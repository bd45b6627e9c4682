import type { ChatModel } from '@shipmate/core';

/** The models of runs. */
export interface RunModels {
  /** Returns the model with this id, or the default model. @throws AppError `VALIDATION_ERROR` when it is not available */
  get(id?: string): ChatModel;
  /** Returns the models that take over, in order, when the model with this id keeps failing. Without it none does. */
  fallbacksOf?(id: string): readonly ChatModel[];
}
