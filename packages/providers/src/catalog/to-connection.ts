import { AppError } from '@shipmate/core';
import type { ProviderConnection, ProviderDefinition } from '../provider/provider-definition.ts';
import type { ModelEnvironment, ModelVariable } from './model-environment.ts';

/** Whether the environment says that this provider is to be used: its key, or its URL when it needs no key, is set. */
export function isConfigured(provider: ProviderDefinition, environment: ModelEnvironment): boolean {
  const { keyVariables, keyOptional, baseUrlVariable } = provider;
  const needsKey = keyVariables.length > 0 && keyOptional !== true;
  const variables = needsKey ? keyVariables : baseUrlVariable === undefined ? [] : [baseUrlVariable];
  return variables.some((variable) => environment[variable] !== undefined);
}

/** Whether all that this provider cannot do without is set. */
export function isUsable(provider: ProviderDefinition, environment: ModelEnvironment): boolean {
  return missingVariables(provider, environment).length === 0;
}

/**
 * Reads what a provider needs from the environment.
 *
 * @throws AppError `VALIDATION_ERROR` that names the missing variable.
 */
export function toConnection(
  provider: ProviderDefinition,
  environment: ModelEnvironment,
): Pick<ProviderConnection, 'vendor' | 'apiKey' | 'baseUrl'> {
  const missing = missingVariables(provider, environment);
  if (missing.length > 0) {
    const names = missing.join(' or ');
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `${provider.name} is not set up: set ${names}.`,
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

/** The variables one of which has to be set; none when nothing is missing. */
function missingVariables(provider: ProviderDefinition, environment: ModelEnvironment): readonly ModelVariable[] {
  const { keyVariables, keyOptional, baseUrlVariable, baseUrl } = provider;
  const hasKey = keyVariables.some((variable) => environment[variable] !== undefined);
  if (!hasKey && keyOptional !== true) return keyVariables;
  const needsUrl = baseUrlVariable !== undefined && baseUrl === undefined;
  return needsUrl && environment[baseUrlVariable] === undefined ? [baseUrlVariable] : [];
}

/** A URL without a path means the place where the provider's own API has it: `http://host:11434` is `http://host:11434/v1`. */
function toBaseUrl({ baseUrlVariable, baseUrl = '' }: ProviderDefinition, environment: ModelEnvironment): string {
  const given = baseUrlVariable && environment[baseUrlVariable];
  if (given === undefined) return baseUrl;
  const url = new URL(given);
  if (url.pathname === '/' && baseUrl !== '') url.pathname = new URL(baseUrl).pathname;
  return url.href.replace(/\/$/, '');
}
