import { fromLanguageModel } from '../language-model/from-language-model.ts';
import { loadOnFirstCall } from '../language-model/load-on-first-call.ts';
import type { ProviderDefinition } from './provider-definition.ts';

/** Models of many vendors through one key; their names are `vendor/model`. */
export const openrouter = {
  id: 'openrouter',
  name: 'OpenRouter',
  keyVariables: ['OPENROUTER_API_KEY'],
  baseUrlVariable: 'OPENROUTER_BASE_URL',
  baseUrl: 'https://openrouter.ai/api/v1',
  defaultModel: 'openai/gpt-4o',
  models: ['openai/gpt-4o', 'anthropic/claude-sonnet-4'],
  hasSlashedModels: true,
  connect: ({ model, vendor, apiKey, baseUrl, overrides, parallelToolCalls }) =>
    fromLanguageModel(
      loadOnFirstCall(model, () => load(model, { apiKey, baseURL: baseUrl })),
      {
        vendor,
        usageIsLast: true,
        ...overrides,
        ...(parallelToolCalls === false && {
          toolProviderOptions: { openrouter: { parallel_tool_calls: false } },
        }),
        ...(model.startsWith('anthropic/') && { cacheBreakpoints: 'openrouter' }),
      },
    ),
} as const satisfies ProviderDefinition;

async function load(model: string, settings: { readonly apiKey: string; readonly baseURL: string }) {
  const { createOpenRouter } = await import('@openrouter/ai-sdk-provider');
  return createOpenRouter({ ...settings, compatibility: 'strict' }).chat(model);
}
