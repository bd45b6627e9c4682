import { expect, test } from 'vitest';
import { AVAILABLE_PROVIDERS } from './available-providers.ts';
import type { ProviderDefinition } from './provider-definition.ts';

const providers: readonly ProviderDefinition[] = AVAILABLE_PROVIDERS;

test('AVAILABLE_PROVIDERS lists the providers and their variables in the order of detection', () => {
  expect(providers.map(({ id, keyVariables, baseUrlVariable }) => [id, ...keyVariables, baseUrlVariable])).toEqual([
    ['anthropic', 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
    ['openai', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
    ['google', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_BASE_URL'],
    ['openrouter', 'OPENROUTER_API_KEY', 'OPENROUTER_BASE_URL'],
    ['openai-compatible', 'OPENAI_COMPATIBLE_API_KEY', 'OPENAI_COMPATIBLE_BASE_URL'],
    ['ollama', 'OLLAMA_BASE_URL'],
    ['demo', undefined],
  ]);
});

test.each(providers)('$id offers its default model', ({ defaultModel, models }) => {
  expect(models[0]).toBe(defaultModel);
});
