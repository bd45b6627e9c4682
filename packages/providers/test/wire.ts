import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ChatModel } from '@shipmate/core';
import { createOllama } from 'ai-sdk-ollama';
import { fromLanguageModel, getModel, type ModelSettings, type ModelVariable } from '../src/index.ts';
import {
  anthropicMessages,
  geminiStreamGenerateContent,
  ollamaChat,
  openaiChatCompletions,
  openaiResponses,
  openrouterChatCompletions,
  type WireFormat,
} from '../src/testing/index.ts';

/** A path from a model's id through a real provider package to a wire format. */
export interface Wire {
  readonly id: string;
  readonly vendor: string;
  readonly format: WireFormat;
  readonly urlVariable: ModelVariable;
  /** The base path of the server's API, if the provider cannot know it. */
  readonly path?: string;
  readonly keyVariable?: ModelVariable;
  readonly key: string;
  /** Creates the model if none of our providers does. */
  readonly connect?: (url: string) => LanguageModelV4;
}

const key = 'secret-key';

/** Every wire. */
export const wires: readonly Wire[] = [
  {
    id: 'anthropic:claude-sonnet-5-5',
    vendor: 'Anthropic',
    format: anthropicMessages,
    urlVariable: 'ANTHROPIC_BASE_URL',
    keyVariable: 'ANTHROPIC_API_KEY',
    key,
  },
  {
    id: 'openai:gpt-6-astra',
    vendor: 'OpenAI',
    format: openaiResponses,
    urlVariable: 'OPENAI_BASE_URL',
    keyVariable: 'OPENAI_API_KEY',
    key,
  },
  {
    id: 'google:gemini-3.8-flash',
    vendor: 'Google',
    format: geminiStreamGenerateContent,
    urlVariable: 'GOOGLE_BASE_URL',
    keyVariable: 'GEMINI_API_KEY',
    key,
  },
  {
    id: 'openrouter:openai/gpt-4o',
    vendor: 'OpenRouter',
    format: openrouterChatCompletions,
    urlVariable: 'OPENROUTER_BASE_URL',
    keyVariable: 'OPENROUTER_API_KEY',
    key,
  },
  {
    id: 'ollama:llama3.2',
    vendor: 'Ollama',
    format: openaiChatCompletions,
    urlVariable: 'OLLAMA_BASE_URL',
    key: '',
  },
  {
    id: 'openai-compatible:local',
    vendor: 'OpenAI-compatible server',
    format: openaiChatCompletions,
    urlVariable: 'OPENAI_COMPATIBLE_BASE_URL',
    path: '/v1',
    keyVariable: 'OPENAI_COMPATIBLE_API_KEY',
    key,
  },
];

/** Ollama's own API, through a package for it; any model of the AI SDK can be used like this. */
export const ollamaNative: Wire = {
  id: 'ollama-native:llama3.2',
  vendor: 'Ollama',
  format: ollamaChat,
  urlVariable: 'OLLAMA_BASE_URL',
  key: '',
  connect: (url) => createOllama({ baseURL: url })('llama3.2'),
};

/** Returns the model of a wire with its server at `url`. */
export function modelAt(
  { id, vendor: name, urlVariable, path = '', keyVariable, key, connect }: Wire,
  url: string,
  settings: Pick<ModelSettings, 'silence' | 'limits' | 'parallelToolCalls'> = {},
): ChatModel {
  if (connect !== undefined) {
    const [vendorId = ''] = id.split(':');
    const { silence, limits } = settings;
    const vendor = { id: vendorId, name };
    return fromLanguageModel(connect(url), { vendor, ...silence, ...(limits !== undefined && { limits }) });
  }
  const environment = {
    [urlVariable]: `${url}${path}`,
    ...(keyVariable === undefined ? {} : { [keyVariable]: key }),
  };
  return getModel(id, { environment, ...settings });
}
