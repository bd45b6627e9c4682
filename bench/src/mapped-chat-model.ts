import { fromLanguageModel } from '../../packages/providers/src/index.ts';
import type { ChatModel } from '../../packages/core/src/index.ts';
import { createInstantLanguageModels, type InstantAnswer, type InstantOptions } from './instant-language-model.ts';

/** Creates instant models behind the mapping of Shipmate's providers, as real models are used. */
export function createMappedChatModels(answers: readonly InstantAnswer[], options?: InstantOptions): () => ChatModel {
  const createModel = createInstantLanguageModels(answers, options);
  return () => fromLanguageModel(createModel(), { vendor: { id: 'instant', name: 'Instant' } });
}
