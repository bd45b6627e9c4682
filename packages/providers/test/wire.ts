import type { ChatModel } from '@shipmate/core';
import { getModel, type ModelEnvironment } from '../src/index.ts';
import {
  anthropicMessages,
  geminiStreamGenerateContent,
  openaiChatCompletions,
  openaiResponses,
  type WireFormat,
} from '../src/testing/index.ts';

/** A way from a model's id through a real provider package to a wire format. */
export interface Wire {
  readonly id: string;
  readonly format: WireFormat;
  environment(url: string): ModelEnvironment;
}

/** Every way there is. */
export const wires: readonly Wire[] = [
  {
    id: 'anthropic:claude-sonnet-5-5',
    format: anthropicMessages,
    environment: (url) => ({ ANTHROPIC_API_KEY: 'secret', ANTHROPIC_BASE_URL: url }),
  },
  {
    id: 'openai:gpt-6-astra',
    format: openaiResponses,
    environment: (url) => ({ OPENAI_API_KEY: 'secret', OPENAI_BASE_URL: url }),
  },
  {
    id: 'google:gemini-3.8-flash',
    format: geminiStreamGenerateContent,
    environment: (url) => ({ GEMINI_API_KEY: 'secret', GOOGLE_BASE_URL: url }),
  },
  {
    id: 'openrouter:openai/gpt-4o',
    format: openaiChatCompletions,
    environment: (url) => ({ OPENROUTER_API_KEY: 'secret', OPENROUTER_BASE_URL: url }),
  },
  {
    id: 'ollama:llama3.2',
    format: openaiChatCompletions,
    environment: (url) => ({ OLLAMA_BASE_URL: url }),
  },
  {
    id: 'openai-compatible:local',
    format: openaiChatCompletions,
    environment: (url) => ({ OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`, OPENAI_COMPATIBLE_API_KEY: 'secret' }),
  },
];

/** The model at the end of a wire, which is a server at `url`. */
export function modelAt(wire: Wire, url: string): ChatModel {
  return getModel(wire.id, { environment: wire.environment(url) });
}
