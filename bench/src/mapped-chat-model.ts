import { fromLanguageModel } from '../../packages/providers/src/index.ts';
import type { ChatModel } from '../../packages/core/src/index.ts';
import { createInstantLanguageModels, type InstantAnswer, type InstantOptions } from './instant-language-model.ts';

/** Makes instant models as Shipmate meets any model: through the mapping of its providers. */
export function createMappedChatModels(answers: readonly InstantAnswer[], options?: InstantOptions): () => ChatModel {
  const createModel = createInstantLanguageModels(answers, options);
  return () => fromLanguageModel(createModel(), { vendor: { id: 'instant', name: 'Instant' } });
}
