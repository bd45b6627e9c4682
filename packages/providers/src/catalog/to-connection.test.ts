import { expect, test } from 'vitest';
import { findProvider } from '../provider/available-providers.ts';
import { toConnection } from './to-connection.ts';

test.each([
  { id: 'anthropic', given: undefined, expected: 'https://api.anthropic.com/v1' },
  { id: 'anthropic', given: 'https://gateway.example', expected: 'https://gateway.example/v1' },
  { id: 'anthropic', given: 'https://gateway.example/anthropic/', expected: 'https://gateway.example/anthropic' },
  { id: 'google', given: 'https://gateway.example/', expected: 'https://gateway.example/v1beta' },
  { id: 'openrouter', given: 'https://gateway.example', expected: 'https://gateway.example/api/v1' },
  { id: 'ollama', given: 'http://ollama:11434', expected: 'http://ollama:11434/v1' },
  { id: 'openai-compatible', given: 'http://vllm:8000', expected: 'http://vllm:8000' },
])('the base URL of $id, given $given, is $expected', ({ id, given, expected }) => {
  const provider = findProvider(id);
  if (provider?.baseUrlVariable === undefined) throw new Error(`${id} takes no base URL.`);
  const keys = Object.fromEntries(provider.keyVariables.map((variable) => [variable, 'a key']));
  expect(toConnection(provider, { ...keys, [provider.baseUrlVariable]: given }).baseUrl).toBe(expected);
});

test('toConnection uses the key of the named variable', () => {
  const google = findProvider('google');
  if (google === undefined) throw new Error('There is no google.');
  expect(toConnection(google, { GEMINI_API_KEY: 'a key' })).toMatchObject({
    apiKey: 'a key',
    vendor: { id: 'google', name: 'Google', keyVariable: 'GEMINI_API_KEY' },
  });
});
