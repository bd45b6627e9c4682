import { z } from 'zod';

/** An empty variable counts as not set, as in a compose file. */
const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);

const url = text.pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional());

/** The environment variables that select and configure models; spread them into an application's own schema. */
export const modelEnvironmentSchema = z.object({
  /** One of the ids of `AVAILABLE_PROVIDERS`. */
  DEFAULT_AI_PROVIDER: text,
  /** `provider:model`, `vendor/model` (OpenRouter), or the name of a model of the default provider. */
  DEFAULT_AI_MODEL: text,
  /** Models that take over, in this order, when a model keeps failing; separated by commas, each as in `DEFAULT_AI_MODEL`. */
  FALLBACK_AI_MODELS: text,
  ANTHROPIC_API_KEY: text,
  ANTHROPIC_BASE_URL: url,
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: url,
  GOOGLE_GENERATIVE_AI_API_KEY: text,
  GEMINI_API_KEY: text,
  GOOGLE_BASE_URL: url,
  OPENROUTER_API_KEY: text,
  OPENROUTER_BASE_URL: url,
  OLLAMA_BASE_URL: url,
  OPENAI_COMPATIBLE_API_KEY: text,
  OPENAI_COMPATIBLE_BASE_URL: url,
  OPENAI_COMPATIBLE_MODEL: text,
});

/** The name of a variable of {@link modelEnvironmentSchema}. */
export type ModelVariable = keyof z.input<typeof modelEnvironmentSchema>;

/** The output of {@link modelEnvironmentSchema}; variables that are not set may be absent. */
export type ModelEnvironment = { readonly [Name in ModelVariable]?: string | undefined };
