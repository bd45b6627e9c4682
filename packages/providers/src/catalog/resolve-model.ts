import { AppError } from '@shipmate/core';
import { AVAILABLE_PROVIDERS, findProvider } from '../provider/available-providers.ts';
import { demo } from '../provider/demo.ts';
import { openrouter } from '../provider/openrouter.ts';
import type { ProviderDefinition } from '../provider/provider-definition.ts';
import type { ModelEnvironment } from '../provider/model-environment.ts';
import { isConfigured, isUsable } from './to-connection.ts';

/** A reference to a model: an id, or a provider with or without one of its models. */
export type ModelReference = string | { readonly provider: string; readonly model?: string | undefined };

/** A provider and one of its models. */
interface ResolvedModel {
  readonly provider: ProviderDefinition;
  readonly model: string;
}

/**
 * Resolves a reference to a provider and a model.
 *
 * `provider:model` is complete. Any other name is a model of the default provider: `DEFAULT_AI_PROVIDER`, else the
 * first of `AVAILABLE_PROVIDERS` that is configured, else `demo`. A name with a slash belongs to OpenRouter, unless it
 * belongs to the provider that `DEFAULT_AI_PROVIDER` names: its own kind of name, or `openai/gpt-4o` where `openai` has
 * a key. Without a name, `DEFAULT_AI_MODEL` is used, and then the provider's own default.
 *
 * @throws AppError `VALIDATION_ERROR` when the provider is unknown or has no known model.
 */
export function resolveModel(reference: ModelReference | undefined, environment: ModelEnvironment): ResolvedModel {
  if (typeof reference === 'object')
    return resolveWithin(knownProvider(reference.provider), reference.model, environment);
  const { DEFAULT_AI_PROVIDER: defaultProvider, DEFAULT_AI_MODEL: defaultModel } = environment;
  const name = reference ?? defaultModel;
  const [, prefix = '', model] = /^([^:]+):(.+)$/.exec(name ?? '') ?? [];
  const prefixed = findProvider(prefix);
  if (prefixed !== undefined) return resolveWithin(prefixed, model, environment);
  if (defaultProvider !== undefined) return resolveWithin(knownProvider(defaultProvider), name, environment);
  if (name?.includes('/')) return { provider: openrouter, model: name };
  const detected = AVAILABLE_PROVIDERS.find((provider) => isConfigured(provider, environment));
  if (detected !== undefined || name === undefined) return resolveWithin(detected ?? demo, name, environment);
  const message = `"${name}" is a model of no provider that is set up. Write provider:model, and set the provider's key.`;
  throw new AppError({ code: 'VALIDATION_ERROR', message });
}

function resolveWithin(
  provider: ProviderDefinition,
  name: string | undefined,
  environment: ModelEnvironment,
): ResolvedModel {
  if (name === undefined) return { provider, model: defaultModelOf(provider, environment) };
  const isSlashed = name.includes('/') && provider.hasSlashedModels !== true;
  if (!isSlashed) return { provider, model: name };
  const ids = [provider.id, ...(provider.aliases ?? [])];
  const ownPrefix = ids.map((id) => `${id}/`).find((prefix) => name.startsWith(prefix));
  if (ownPrefix === undefined || !isUsable(provider, environment)) return { provider: openrouter, model: name };
  return { provider, model: name.slice(ownPrefix.length) };
}

function defaultModelOf(
  { name, modelVariable, defaultModel }: ProviderDefinition,
  environment: ModelEnvironment,
): string {
  const model = (modelVariable && environment[modelVariable]) ?? defaultModel;
  if (model !== undefined) return model;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `${name} has no default model: set ${modelVariable ?? 'DEFAULT_AI_MODEL'}.`,
  });
}

function knownProvider(id: string): ProviderDefinition {
  const provider = findProvider(id);
  if (provider !== undefined) return provider;
  const known = AVAILABLE_PROVIDERS.map((available) => available.id).join(', ');
  throw new AppError({ code: 'VALIDATION_ERROR', message: `AI provider "${id}" not found. Choose one of ${known}.` });
}
