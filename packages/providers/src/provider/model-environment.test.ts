import { expect, test } from 'vitest';
import { modelEnvironmentSchema } from './model-environment.ts';

test('modelEnvironmentSchema requires no variable and treats an empty one as not set', () => {
  expect(modelEnvironmentSchema.parse({})).toEqual({});
  expect(modelEnvironmentSchema.parse({ OPENAI_API_KEY: ' ', OPENAI_BASE_URL: '' })).toEqual({});
});

test('modelEnvironmentSchema trims values', () => {
  const { OPENAI_API_KEY } = modelEnvironmentSchema.parse({ OPENAI_API_KEY: 'a key\n' });
  expect(OPENAI_API_KEY).toBe('a key');
});

test.each(['localhost:11434', 'file:///etc/passwd', 'not a url'])(
  'modelEnvironmentSchema rejects %s as a base URL',
  (url) => {
    const { error } = modelEnvironmentSchema.safeParse({ OLLAMA_BASE_URL: url });
    expect(error?.issues).toMatchObject([{ path: ['OLLAMA_BASE_URL'], message: 'must be an http or https URL' }]);
  },
);

test('modelEnvironmentSchema has these variables', () => {
  expect(Object.keys(modelEnvironmentSchema.shape)).toEqual([
    'DEFAULT_AI_PROVIDER',
    'DEFAULT_AI_MODEL',
    'FALLBACK_AI_MODELS',
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_BASE_URL',
    'OPENAI_API_KEY',
    'OPENAI_BASE_URL',
    'GOOGLE_GENERATIVE_AI_API_KEY',
    'GEMINI_API_KEY',
    'GOOGLE_BASE_URL',
    'OPENROUTER_API_KEY',
    'OPENROUTER_BASE_URL',
    'OLLAMA_BASE_URL',
    'OPENAI_COMPATIBLE_API_KEY',
    'OPENAI_COMPATIBLE_BASE_URL',
    'OPENAI_COMPATIBLE_MODEL',
  ]);
});
