import type { ChatModel } from '@shipmate/core';
import type { ConversationRun } from '@shipmate/domain/run';

/** The models of an installation, of which a scripted one suggests nothing. */
export interface SuggestingModels {
  get(id: string): Pick<ChatModel, 'isScripted'>;
}

/** Returns true when a model should suggest follow-up questions: a person waits for the answer, and it is complete. */
export function wantsFollowUps(
  { origin, status, stopReason, model }: Pick<ConversationRun, 'origin' | 'status' | 'stopReason' | 'model'>,
  models: SuggestingModels,
): boolean {
  return origin === 'chat' && status === 'completed' && stopReason === 'final' && canSuggest(models, model);
}

/** A model that is no longer available cannot suggest anything either. */
function canSuggest(models: SuggestingModels, id: string): boolean {
  try {
    return models.get(id).isScripted !== true;
  } catch {
    return false;
  }
}
