import { fromLanguageModel } from '../../packages/providers/src/index.ts';
import type { ChatModel } from '../../packages/core/src/index.ts';
import { createInstantLanguageModel, type InstantAnswer, type InstantOptions } from './instant-language-model.ts';

/** The instant model as Shipmate meets any model: through the mapping of its providers. */
export function createMappedChatModel(answers: readonly InstantAnswer[], options?: InstantOptions): ChatModel {
  return fromLanguageModel(createInstantLanguageModel(answers, options), {
    vendor: { id: 'instant', name: 'Instant' },
  });
}
