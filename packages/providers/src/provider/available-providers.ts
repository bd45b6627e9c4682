import { anthropic } from './anthropic.ts';
import { demo } from './demo.ts';
import { google } from './google.ts';
import { ollama } from './ollama.ts';
import { openai } from './openai.ts';
import { openaiCompatible } from './openai-compatible.ts';
import { openrouter } from './openrouter.ts';
import type { ProviderDefinition } from './provider-definition.ts';

/**
 * Every provider. When no variable names one, the first in this order whose key or URL is set is used; `demo` is last.
 */
export const AVAILABLE_PROVIDERS = [
  anthropic,
  openai,
  google,
  openrouter,
  openaiCompatible,
  ollama,
  demo,
] as const satisfies readonly ProviderDefinition[];

/** The id of one of {@link AVAILABLE_PROVIDERS}. */
export type ProviderId = (typeof AVAILABLE_PROVIDERS)[number]['id'];

/** Finds a provider by its id or an alias. */
export function findProvider(id: string): ProviderDefinition | undefined {
  const providers: readonly ProviderDefinition[] = AVAILABLE_PROVIDERS;
  return providers.find((provider) => provider.id === id || provider.aliases?.includes(id));
}
