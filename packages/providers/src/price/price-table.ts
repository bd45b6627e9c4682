import type { Price, Rates } from './price.ts';

/** Providers without cost: their models run on the user's own machine, or are scripted. */
export const freeProviders: ReadonlySet<string> = new Set(['ollama', 'demo']);

/**
 * The prices of models by `provider:model`, those of one model in the order of their days. They are list prices of the standard
 * tier, collected on 2026-11-21 from copies of the vendors' pages and from reports that quote them:
 *
 * - Anthropic: platform.claude.com/docs/en/about-claude/pricing; the 5.5 models as of 2026-10-24.
 * - OpenAI: developers.openai.com/api/docs/pricing, as of 2026-10-27.
 * - Google: ai.google.dev/gemini-api/docs/pricing, as of 2026-10-13. Both models have an introductory price; what
 *   Gemini 3.8 Flash charges for cached input after it is not known.
 *
 * A model that does not charge for cache writes charges for them as for any input.
 */
export const priceTable: Readonly<Record<string, readonly Price[]>> = {
  'anthropic:claude-fable-5-1': [{ input: 10, cachedInput: 0.25, cacheWrite: 12.5, output: 50 }],
  'anthropic:claude-fable-5': [{ input: 10, cachedInput: 1, cacheWrite: 12.5, output: 50 }],
  'anthropic:claude-opus-5-5': [{ input: 4, cachedInput: 0.2, cacheWrite: 5, output: 20 }],
  'anthropic:claude-opus-5': [{ input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 25 }],
  'anthropic:claude-opus-4-8': [{ input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 25 }],
  'anthropic:claude-sonnet-5-5': [{ input: 2, cachedInput: 0.1, cacheWrite: 2.5, output: 10 }],
  'anthropic:claude-sonnet-4-6': [{ input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 }],
  'anthropic:claude-sonnet-4-5': [{ input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 }],
  'anthropic:claude-haiku-5-5': [
    {
      input: 0.1,
      cachedInput: 0.01,
      cacheWrite: 0.125,
      output: 0.5,
      long: { above: 100_000, input: 0.5, cachedInput: 0.05, cacheWrite: 0.625, output: 2.5 },
    },
  ],
  'anthropic:claude-haiku-4-5': [{ input: 1, cachedInput: 0.1, cacheWrite: 1.25, output: 5 }],

  'openai:gpt-6-astra': [openai({ input: 10, cachedInput: 1, cacheWrite: 12.5, output: 50 })],
  'openai:gpt-6-sol': [openai({ input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 10 })],
  'openai:gpt-6-luna': [openai({ input: 0.1, cachedInput: 0.01, cacheWrite: 0.125, output: 0.5 })],
  'openai:gpt-6.1-terra': [openai({ input: 1, cachedInput: 0.05, cacheWrite: 1.25, output: 5 })],
  'openai:gpt-5.6-terra': [openai({ input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 12 })],
  'openai:gpt-5.6-luna': [openai({ input: 0.2, cachedInput: 0.02, cacheWrite: 0.25, output: 1.2 })],

  'google:gemini-4-argon': [
    { until: '2026-12-01', input: 2, cachedInput: 0.1, cacheWrite: 2, output: 10 },
    { input: 4, cachedInput: 0.2, cacheWrite: 4, output: 20 },
  ],
  'google:gemini-3.8-flash': [{ until: '2027-01-01', input: 0.75, cachedInput: 0.075, cacheWrite: 0.75, output: 3.75 }],
};

/** Above 272 000 input tokens OpenAI charges twice for input and cache, and one and a half times for output. */
function openai(rates: Rates): Price {
  const { input, cachedInput, cacheWrite, output } = rates;
  const long = { input: 2 * input, cachedInput: 2 * cachedInput, cacheWrite: 2 * cacheWrite, output: 1.5 * output };
  return { ...rates, long: { above: 272_000, ...long } };
}
