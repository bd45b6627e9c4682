import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import { fromLanguageModel } from '../language-model/from-language-model.ts';
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
    fromLanguageModel(createOpenRouter({ apiKey, baseURL: baseUrl, compatibility: 'strict' }).chat(model), {
      vendor,
      usageIsLast: true,
      ...overrides,
      ...(parallelToolCalls === false && {
        toolProviderOptions: { openrouter: { parallel_tool_calls: false } },
      }),
      ...(model.startsWith('anthropic/') && { cacheBreakpoints: 'openrouter' }),
    }),
} as const satisfies ProviderDefinition;
