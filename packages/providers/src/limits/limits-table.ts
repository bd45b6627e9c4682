import type { ModelLimits } from './model-limits.ts';

const long = { contextTokens: 1_000_000, maxOutputTokens: 128_000 };
const short = { contextTokens: 200_000, maxOutputTokens: 64_000 };
/** The readable part of a window of 1 050 000 tokens. */
const openai = { contextTokens: 922_000, maxOutputTokens: 128_000 };
const gemini = { contextTokens: 1_048_576, maxOutputTokens: 65_536 };

/**
 * The limits of models by `provider:model`, as of 2026-11-22, from copies of the vendors' pages:
 *
 * - Anthropic: platform.claude.com/docs/en/models, the overview of each model.
 * - OpenAI: developers.openai.com/api/docs/models, and clouds' model cards of the same models.
 * - Google: ai.google.dev/gemini-api/docs/models; the output of one request to Gemini 4 Argon is less than its model's limit.
 */
export const limitsTable: Readonly<Record<string, Required<ModelLimits>>> = {
  'anthropic:claude-fable-5-1': long,
  'anthropic:claude-fable-5': long,
  'anthropic:claude-opus-5-5': long,
  'anthropic:claude-opus-5': long,
  'anthropic:claude-opus-4-8': long,
  'anthropic:claude-sonnet-5-5': long,
  'anthropic:claude-sonnet-4-6': long,
  'anthropic:claude-sonnet-4-5': short,
  'anthropic:claude-haiku-5-5': long,
  'anthropic:claude-haiku-4-5': short,

  'openai:gpt-6-astra': openai,
  'openai:gpt-6-sol': openai,
  'openai:gpt-6-luna': openai,
  'openai:gpt-6.1-terra': openai,
  'openai:gpt-5.6-terra': openai,
  'openai:gpt-5.6-luna': openai,

  'google:gemini-4-argon': gemini,
  'google:gemini-3.8-flash': gemini,

  'openrouter:openai/gpt-4o': { contextTokens: 128_000, maxOutputTokens: 16_384 },
};
