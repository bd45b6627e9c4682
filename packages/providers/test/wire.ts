import type { ChatModel } from '@shipmate/core';
import { getModel, type ModelVariable } from '../src/index.ts';
import {
  anthropicMessages,
  geminiStreamGenerateContent,
  openaiChatCompletions,
  openaiResponses,
  openrouterChatCompletions,
  type WireFormat,
} from '../src/testing/index.ts';

/** A way from a model's id through a real provider package to a wire format. */
export interface Wire {
  readonly id: string;
  readonly vendor: string;
  readonly format: WireFormat;
  readonly urlVariable: ModelVariable;
  /** Where the server's API begins, when the provider cannot know. */
  readonly path?: string;
  readonly keyVariable?: ModelVariable;
  readonly key: string;
}

const key = 'secret-key';

/** Every way there is. */
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

/** The model at the end of a wire, which is a server at `url`. */
export function modelAt({ id, urlVariable, path = '', keyVariable, key }: Wire, url: string): ChatModel {
  const environment = {
    [urlVariable]: `${url}${path}`,
    ...(keyVariable === undefined ? {} : { [keyVariable]: key }),
  };
  return getModel(id, { environment });
}
