import { expect, test } from 'vitest';
import { createModelCatalog } from './create-model-catalog.ts';
import type { ModelEnvironment } from '../provider/model-environment.ts';

function catalogOf(environment: ModelEnvironment) {
  return createModelCatalog({ environment, demoScript: () => ({ text: 'Hello.' }) });
}

test('a catalog without keys offers the labelled demo model', () => {
  const { choices, defaultModel } = catalogOf({});
  expect(defaultModel).toBe('demo:shipmate-demo');
  expect(choices).toEqual([{ id: 'demo:shipmate-demo', label: 'Demo (scripted, no AI model)', isDemo: true }]);
});

test('a catalog lists the default model first, the demo model last, and no model twice', () => {
  const { choices, defaultModel } = catalogOf({
    OPENROUTER_API_KEY: 'a key',
    ANTHROPIC_API_KEY: 'a key',
    DEFAULT_AI_PROVIDER: 'openai',
    DEFAULT_AI_MODEL: 'openai/gpt-4o',
  });
  const ids = choices.map(({ id }) => id);
  expect(defaultModel).toBe('openrouter:openai/gpt-4o');
  expect(ids[0]).toBe(defaultModel);
  expect(ids.at(-1)).toBe('demo:shipmate-demo');
  expect(ids).toContain('anthropic:claude-sonnet-5-5');
  expect(ids).not.toContain('openai:gpt-6-astra');
  expect(new Set(ids).size).toBe(ids.length);
  expect(choices.filter(({ isDemo }) => isDemo)).toHaveLength(1);
});

test('a catalog offers a model that only the environment names', () => {
  const { choices } = catalogOf({
    ANTHROPIC_API_KEY: 'a key',
    OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:1/v1',
    OPENAI_COMPATIBLE_MODEL: 'org/local',
  });
  expect(choices).toContainEqual({
    id: 'openai-compatible:org/local',
    label: 'org/local · OpenAI-compatible server',
    isDemo: false,
  });
});

test('a catalog returns a model for every choice', () => {
  const catalog = catalogOf({ OPENAI_API_KEY: 'a key', GEMINI_API_KEY: 'a key', OPENROUTER_API_KEY: 'a key' });
  for (const { id } of catalog.choices) expect(catalog.get(id).id).toBe(id);
  expect(catalog.get().id).toBe(catalog.defaultModel);
});

test('createModelCatalog lists the fallback models in order, without the model itself and none for the demo model', () => {
  const catalog = catalogOf({
    ANTHROPIC_API_KEY: 'key',
    OPENAI_API_KEY: 'key',
    FALLBACK_AI_MODELS: ' anthropic:claude-sonnet-5-5, openai:gpt-6-luna ,',
  });
  const idsOf = (id: string) => catalog.fallbacksOf(id).map((model) => model.id);
  expect(idsOf('anthropic:claude-fable-5')).toEqual(['anthropic:claude-sonnet-5-5', 'openai:gpt-6-luna']);
  expect(idsOf('openai:gpt-6-luna')).toEqual(['anthropic:claude-sonnet-5-5']);
  expect(idsOf('demo:shipmate-demo')).toEqual([]);
  expect(catalogOf({}).fallbacksOf('demo:shipmate-demo')).toEqual([]);
});

test.each([
  ['openai:gpt-6-luna', /"openai:gpt-6-luna" in FALLBACK_AI_MODELS cannot be used\. .*OPENAI_API_KEY/],
  ['demo:shipmate-demo', /"demo:shipmate-demo" in FALLBACK_AI_MODELS is scripted/],
])('createModelCatalog rejects the fallback model %s', (FALLBACK_AI_MODELS, message) => {
  expect(() => catalogOf({ ANTHROPIC_API_KEY: 'key', FALLBACK_AI_MODELS })).toThrow(message);
});

test('createModelCatalog rejects a default model that cannot be used', () => {
  expect(() => catalogOf({ DEFAULT_AI_PROVIDER: 'google' })).toThrow(/GOOGLE_GENERATIVE_AI_API_KEY/);
});

test('a catalog rejects a requested model whose provider has no key', () => {
  expect(() => catalogOf({ ANTHROPIC_API_KEY: 'a key' }).get('openai:gpt-6-astra')).toThrow(/OPENAI_API_KEY/);
});
