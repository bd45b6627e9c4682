import { AppError } from '@shipmate/core';
import type { ProviderConnection, ProviderDefinition } from '../provider/provider-definition.ts';
import type { ModelEnvironment, ModelVariable } from '../provider/model-environment.ts';

/** Returns true if the environment enables this provider: its key is set, or its URL if the key is optional. */
export function isConfigured(provider: ProviderDefinition, environment: ModelEnvironment): boolean {
  return switchesOf(provider).some((variable) => environment[variable] !== undefined);
}

/** Returns true if all required variables of this provider are set. */
export function isUsable(provider: ProviderDefinition, environment: ModelEnvironment): boolean {
  const needsNothing =
    !needsKey(provider) && (provider.baseUrlVariable === undefined || provider.baseUrl !== undefined);
  return needsNothing || isConfigured(provider, environment);
}

/**
 * Reads a provider's connection from the environment.
 *
 * @throws AppError `VALIDATION_ERROR` that names the missing variable.
 */
export function toConnection(
  provider: ProviderDefinition,
  environment: ModelEnvironment,
): Pick<ProviderConnection, 'vendor' | 'apiKey' | 'baseUrl'> {
  if (!isUsable(provider, environment)) {
    const missing = switchesOf(provider);
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `${provider.name} is not set up: set ${missing.join(' or ')}.`,
      details: { provider: provider.id, missing },
    });
  }
  const { id, name, keyVariables } = provider;
  const keyVariable = keyVariables.find((variable) => environment[variable] !== undefined);
  return {
    vendor: { id, name, ...(keyVariable === undefined ? {} : { keyVariable }) },
    apiKey: (keyVariable && environment[keyVariable]) ?? '',
    baseUrl: toBaseUrl(provider, environment),
  };
}

/** Returns the variables of which any one enables a provider. */
function switchesOf(provider: ProviderDefinition): readonly ModelVariable[] {
  if (needsKey(provider)) return provider.keyVariables;
  return provider.baseUrlVariable === undefined ? [] : [provider.baseUrlVariable];
}

function needsKey({ keyVariables, keyOptional }: ProviderDefinition): boolean {
  return keyVariables.length > 0 && keyOptional !== true;
}

/** Adds the path of the provider's own API to a URL without one: `http://host:11434` is `http://host:11434/v1`. */
function toBaseUrl({ baseUrlVariable, baseUrl = '' }: ProviderDefinition, environment: ModelEnvironment): string {
  const given = baseUrlVariable && environment[baseUrlVariable];
  if (given === undefined) return baseUrl;
  const url = new URL(given);
  if (url.pathname === '/' && baseUrl !== '') url.pathname = new URL(baseUrl).pathname;
  return url.href.replace(/\/$/, '');
}
