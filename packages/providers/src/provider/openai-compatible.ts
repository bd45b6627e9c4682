import type { ChatModel } from '@shipmate/core';
import { fromLanguageModel } from '../language-model/from-language-model.ts';
import { loadOnFirstCall } from '../language-model/load-on-first-call.ts';
import type { ProviderConnection, ProviderDefinition } from './provider-definition.ts';

/** Any server that speaks OpenAI's Chat Completions: vLLM, LM Studio, LiteLLM, llama.cpp and the like. */
export const openaiCompatible = {
  id: 'openai-compatible',
  aliases: ['openaicompat'],
  name: 'OpenAI-compatible server',
  keyVariables: ['OPENAI_COMPATIBLE_API_KEY'],
  keyOptional: true,
  baseUrlVariable: 'OPENAI_COMPATIBLE_BASE_URL',
  modelVariable: 'OPENAI_COMPATIBLE_MODEL',
  models: [],
  hasSlashedModels: true,
  connect: connectOpenAICompatible,
} as const satisfies ProviderDefinition;

/** Creates a model with the Chat Completions API. */
export function connectOpenAICompatible(connection: ProviderConnection): ChatModel {
  const { model, vendor, apiKey, baseUrl, overrides, parallelToolCalls } = connection;
  const load = async () => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const settings = { name: 'openaiCompatible', baseURL: baseUrl, includeUsage: true };
    return createOpenAICompatible({ ...settings, ...(apiKey === '' ? {} : { apiKey }) })(model);
  };
  return fromLanguageModel(loadOnFirstCall(model, load), {
    vendor,
    usageIsLast: true,
    ...overrides,
    ...(parallelToolCalls === false && {
      toolProviderOptions: { openaiCompatible: { parallel_tool_calls: false } },
    }),
  });
}
