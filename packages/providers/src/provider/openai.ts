import { fromLanguageModel } from '../language-model/from-language-model.ts';
import { loadOnFirstCall } from '../language-model/load-on-first-call.ts';
import type { ProviderDefinition } from './provider-definition.ts';

/**
 * GPT models through the Responses API.
 *
 * OpenAI stores nothing: reasoning is returned encrypted and sent with the next request, so a conversation can continue
 * at any time. The stream is silent while the model reasons.
 */
export const openai = {
  id: 'openai',
  name: 'OpenAI',
  keyVariables: ['OPENAI_API_KEY'],
  baseUrlVariable: 'OPENAI_BASE_URL',
  baseUrl: 'https://api.openai.com/v1',
  defaultModel: 'gpt-6-astra',
  models: ['gpt-6-astra', 'gpt-6.1-terra', 'gpt-6-luna'],
  connect: ({ model, vendor, apiKey, baseUrl, overrides, parallelToolCalls }) =>
    fromLanguageModel(
      loadOnFirstCall(model, () => load(model, { apiKey, baseURL: baseUrl })),
      {
        vendor,
        idleMs: 300_000,
        ...overrides,
        providerOptions: { openai: { store: false } },
        ...(parallelToolCalls === false && {
          toolProviderOptions: { openai: { store: false, parallelToolCalls: false } },
        }),
      },
    ),
} as const satisfies ProviderDefinition;

async function load(model: string, settings: { readonly apiKey: string; readonly baseURL: string }) {
  const { createOpenAI } = await import('@ai-sdk/openai');
  return createOpenAI(settings).responses(model);
}
