import { AppError } from '@shipmate/core';
import { describe, expect, test } from 'vitest';
import { getModel } from './get-model.ts';
import type { ModelEnvironment } from '../provider/model-environment.ts';
import type { ModelReference } from './resolve-model.ts';

const key = 'a key';
const demoScript = () => ({ text: 'Hello.' });

function idOf(reference: ModelReference | undefined, environment: ModelEnvironment): string {
  return getModel(reference, { environment, demoScript }).id;
}

interface Row {
  readonly environment: ModelEnvironment;
  readonly reference?: ModelReference;
  readonly expected: string;
}

describe('the default model', () => {
  test.each<Row>([
    { environment: {}, expected: 'demo:shipmate-demo' },
    {
      environment: { OPENROUTER_API_KEY: key, DEFAULT_AI_PROVIDER: 'openai', DEFAULT_AI_MODEL: 'openai/gpt-4o' },
      expected: 'openrouter:openai/gpt-4o',
    },
    {
      environment: { OPENAI_API_KEY: key, DEFAULT_AI_PROVIDER: 'openai', DEFAULT_AI_MODEL: 'openai/gpt-4o' },
      expected: 'openai:gpt-4o',
    },
    {
      environment: {
        OPENAI_API_KEY: key,
        OPENROUTER_API_KEY: key,
        DEFAULT_AI_PROVIDER: 'openai',
        DEFAULT_AI_MODEL: 'meta-llama/llama-4',
      },
      expected: 'openrouter:meta-llama/llama-4',
    },
    {
      environment: { OPENAI_API_KEY: key, OPENROUTER_API_KEY: key, DEFAULT_AI_MODEL: 'openai/gpt-4o' },
      expected: 'openrouter:openai/gpt-4o',
    },
    {
      environment: { ANTHROPIC_API_KEY: key, DEFAULT_AI_PROVIDER: 'anthropic', DEFAULT_AI_MODEL: 'claude-haiku-5-5' },
      expected: 'anthropic:claude-haiku-5-5',
    },
    {
      environment: { ANTHROPIC_API_KEY: key, DEFAULT_AI_MODEL: 'anthropic:claude-opus-5-5' },
      expected: 'anthropic:claude-opus-5-5',
    },
    { environment: { OPENAI_API_KEY: key, DEFAULT_AI_MODEL: 'ft:gpt-4o:us::1' }, expected: 'openai:ft:gpt-4o:us::1' },
    { environment: { DEFAULT_AI_PROVIDER: 'ollama' }, expected: 'ollama:llama3.2' },
    {
      environment: { DEFAULT_AI_PROVIDER: 'ollama', DEFAULT_AI_MODEL: 'hf.co/org/model:q4' },
      expected: 'ollama:hf.co/org/model:q4',
    },
    { environment: { DEFAULT_AI_PROVIDER: 'demo', ANTHROPIC_API_KEY: key }, expected: 'demo:shipmate-demo' },
    { environment: { DEFAULT_AI_PROVIDER: 'gemini', GEMINI_API_KEY: key }, expected: 'google:gemini-3.8-flash' },
    { environment: { DEFAULT_AI_PROVIDER: 'claude', ANTHROPIC_API_KEY: key }, expected: 'anthropic:claude-sonnet-5-5' },
    {
      environment: { DEFAULT_AI_PROVIDER: 'gemini', DEFAULT_AI_MODEL: 'gemini/gemini-4-argon', GEMINI_API_KEY: key },
      expected: 'google:gemini-4-argon',
    },
  ])('$environment is $expected', ({ environment, expected }) => {
    expect(idOf(undefined, environment)).toBe(expected);
  });

  test('is that of the first configured provider when none is chosen', () => {
    const configured: ModelEnvironment[] = [
      { ANTHROPIC_API_KEY: key },
      { OPENAI_API_KEY: key },
      { GEMINI_API_KEY: key },
      { OPENROUTER_API_KEY: key },
      { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_COMPATIBLE_MODEL: 'local' },
      { OLLAMA_BASE_URL: 'http://127.0.0.1:11434' },
    ];
    const order = configured.map((_, index) => idOf(undefined, Object.assign({}, ...configured.slice(index))));
    expect(order.map((id) => id.split(':')[0])).toEqual([
      'anthropic',
      'openai',
      'google',
      'openrouter',
      'openai-compatible',
      'ollama',
    ]);
  });
});

describe('a requested model', () => {
  const environment: ModelEnvironment = { ANTHROPIC_API_KEY: key, GEMINI_API_KEY: key, OPENROUTER_API_KEY: key };
  test.each<Omit<Row, 'environment'>>([
    { reference: 'google:gemini-flash-latest', expected: 'google:gemini-flash-latest' },
    { reference: 'demo:shipmate-demo', expected: 'demo:shipmate-demo' },
    { reference: 'gemini:gemini-4-argon', expected: 'google:gemini-4-argon' },
    { reference: 'claude:claude-haiku-5-5', expected: 'anthropic:claude-haiku-5-5' },
    { reference: { provider: 'claude' }, expected: 'anthropic:claude-sonnet-5-5' },
    { reference: 'openai/gpt-4o', expected: 'openrouter:openai/gpt-4o' },
    { reference: 'openai/gpt-4o:free', expected: 'openrouter:openai/gpt-4o:free' },
    { reference: 'claude-haiku-5-5', expected: 'anthropic:claude-haiku-5-5' },
    { reference: { provider: 'google' }, expected: 'google:gemini-3.8-flash' },
    {
      reference: { provider: 'anthropic', model: 'anthropic/claude-haiku-5-5' },
      expected: 'anthropic:claude-haiku-5-5',
    },
  ])('$reference is $expected', ({ reference, expected }) => {
    expect(idOf(reference, environment)).toBe(expected);
  });
});

describe('a missing variable is named', () => {
  test.each<{ environment: ModelEnvironment; reference?: ModelReference; names: string }>([
    { environment: { DEFAULT_AI_PROVIDER: 'anthropic' }, names: 'ANTHROPIC_API_KEY' },
    { environment: { DEFAULT_AI_PROVIDER: 'openai' }, names: 'OPENAI_API_KEY' },
    { environment: { DEFAULT_AI_PROVIDER: 'google' }, names: 'GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY' },
    { environment: { DEFAULT_AI_PROVIDER: 'openrouter' }, names: 'OPENROUTER_API_KEY' },
    { environment: { DEFAULT_AI_PROVIDER: 'openai', DEFAULT_AI_MODEL: 'openai/gpt-4o' }, names: 'OPENROUTER_API_KEY' },
    {
      environment: { DEFAULT_AI_PROVIDER: 'openai-compatible', DEFAULT_AI_MODEL: 'local' },
      names: 'OPENAI_COMPATIBLE_BASE_URL',
    },
    { environment: { DEFAULT_AI_PROVIDER: 'openai-compatible' }, names: 'OPENAI_COMPATIBLE_MODEL' },
    { environment: { DEFAULT_AI_PROVIDER: 'acme' }, names: 'acme' },
    { environment: { DEFAULT_AI_MODEL: 'gpt-4o' }, names: 'gpt-4o' },
    { environment: {}, reference: 'openai/gpt-4o', names: 'OPENROUTER_API_KEY' },
    { environment: {}, reference: 'demo:large', names: 'demo:shipmate-demo' },
  ])('$environment $reference: $names', ({ environment, reference, names }) => {
    const error = catchError(() => idOf(reference, environment));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining(names) });
  });

  test('the demo model requires its script', () => {
    expect(() => getModel('demo:shipmate-demo', { environment: {} })).toThrow(/script/);
  });
});

function catchError(body: () => unknown): AppError {
  try {
    body();
  } catch (error) {
    if (AppError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
