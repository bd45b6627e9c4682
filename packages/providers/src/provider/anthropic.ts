import type { AnthropicLanguageModelOptions } from '@ai-sdk/anthropic';
import { fromLanguageModel } from '../language-model/from-language-model.ts';
import { loadOnFirstCall } from '../language-model/load-on-first-call.ts';
import type { ProviderDefinition } from './provider-definition.ts';

/** Claude models through the Messages API. */
export const anthropic = {
  id: 'anthropic',
  name: 'Anthropic',
  aliases: ['claude'],
  keyVariables: ['ANTHROPIC_API_KEY'],
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  baseUrl: 'https://api.anthropic.com/v1',
  defaultModel: 'claude-sonnet-5-5',
  models: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5'],
  connect({ model, vendor, apiKey, baseUrl, overrides, parallelToolCalls }) {
    const options = bindsThoughts.test(model) ? droppingStaleThoughts : {};
    return fromLanguageModel(
      loadOnFirstCall(model, () => load(model, { apiKey, baseURL: baseUrl })),
      {
        vendor,
        cacheBreakpoints: 'anthropic',
        plainToolCallIds: true,
        ...overrides,
        providerOptions: { anthropic: options },
        ...(parallelToolCalls === false && {
          toolProviderOptions: { anthropic: { ...options, disableParallelToolUse: true } },
        }),
      },
    );
  },
} as const satisfies ProviderDefinition;

/** Models that reject reasoning once anything before it has changed: the system prompt, the tools or a message. */
const bindsThoughts = /^claude-(?:fable-5-[1-9]|opus-5-5|sonnet-5-5)/;

/** A loop does change them: it shortens long results, adds a tool, and adds text to single requests. */
const droppingStaleThoughts = {
  thinking: { blockBinding: { prefixMismatchBehavior: 'drop_block' } },
} satisfies AnthropicLanguageModelOptions;

async function load(model: string, settings: { readonly apiKey: string; readonly baseURL: string }) {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  return createAnthropic(settings)(model);
}
