import { fromLanguageModel } from '../language-model/from-language-model.ts';
import { loadOnFirstCall } from '../language-model/load-on-first-call.ts';
import type { ProviderDefinition } from './provider-definition.ts';

/** Gemini models through the Generative Language API. */
export const google = {
  id: 'google',
  name: 'Google',
  aliases: ['gemini'],
  keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  baseUrlVariable: 'GOOGLE_BASE_URL',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  defaultModel: 'gemini-3.8-flash',
  models: ['gemini-3.8-flash', 'gemini-4-argon', 'gemini-flash-lite-latest'],
  connect: ({ model, vendor, apiKey, baseUrl, overrides }) =>
    fromLanguageModel(
      loadOnFirstCall(model, () => load(model, { apiKey, baseURL: baseUrl })),
      { vendor, ...overrides },
    ),
} as const satisfies ProviderDefinition;

async function load(model: string, settings: { readonly apiKey: string; readonly baseURL: string }) {
  const { createGoogle } = await import('@ai-sdk/google');
  return createGoogle(settings)(model);
}
