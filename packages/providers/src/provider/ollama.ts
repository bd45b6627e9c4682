import { connectOpenAICompatible } from './openai-compatible.ts';
import type { ProviderDefinition } from './provider-definition.ts';

/** Models on the user's own machine, through Ollama's Chat Completions. */
export const ollama = {
  id: 'ollama',
  name: 'Ollama',
  keyVariables: [],
  baseUrlVariable: 'OLLAMA_BASE_URL',
  baseUrl: 'http://127.0.0.1:11434/v1',
  defaultModel: 'llama3.2',
  models: ['llama3.2'],
  hasSlashedModels: true,
  connect: connectOpenAICompatible,
} as const satisfies ProviderDefinition;
