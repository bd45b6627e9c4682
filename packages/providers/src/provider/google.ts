import { createGoogle } from '@ai-sdk/google';
import { fromLanguageModel } from '../language-model/from-language-model.ts';
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
    fromLanguageModel(createGoogle({ apiKey, baseURL: baseUrl })(model), { vendor, ...overrides }),
} as const satisfies ProviderDefinition;
