import { createAnthropic } from '@ai-sdk/anthropic';
import { fromLanguageModel } from '../language-model/from-language-model.ts';
import type { ProviderDefinition } from './provider-definition.ts';

/** Claude models through the Messages API. */
export const anthropic = {
  id: 'anthropic',
  name: 'Anthropic',
  keyVariables: ['ANTHROPIC_API_KEY'],
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  baseUrl: 'https://api.anthropic.com/v1',
  defaultModel: 'claude-sonnet-5-5',
  models: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5'],
  connect: ({ model, vendor, apiKey, baseUrl, overrides, parallelToolCalls }) =>
    fromLanguageModel(createAnthropic({ apiKey, baseURL: baseUrl })(model), {
      vendor,
      cacheBreakpoints: 'anthropic',
      plainToolCallIds: true,
      ...overrides,
      ...(parallelToolCalls === false && {
        toolProviderOptions: { anthropic: { disableParallelToolUse: true } },
      }),
    }),
} as const satisfies ProviderDefinition;
