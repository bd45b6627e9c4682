import type { ChatModel } from '@shipmate/core';
import type { DemoScript } from '../demo/demo-script.ts';
import { AVAILABLE_PROVIDERS } from '../provider/available-providers.ts';
import { demo } from '../provider/demo.ts';
import type { ProviderDefinition } from '../provider/provider-definition.ts';
import { getModel, type ModelSettings } from './get-model.ts';
import type { ModelEnvironment } from '../provider/model-environment.ts';
import { resolveModel } from './resolve-model.ts';
import { isConfigured } from './to-connection.ts';

/** A model that a person can choose. */
export interface ModelChoice {
  /** `provider:model`. */
  readonly id: string;
  readonly label: string;
  readonly isDemo: boolean;
}

/** The models of one installation. */
export interface ModelCatalog {
  /** The default model first, then those of every configured provider, the demo model last. */
  readonly choices: readonly ModelChoice[];
  readonly defaultModel: string;

  /**
   * Creates the model with this id, or the default model. Models outside of the choices are available, too.
   *
   * @throws AppError `VALIDATION_ERROR` when its provider is unknown or not configured.
   */
  get(id?: string): ChatModel;
}

/** Options for {@link createModelCatalog}. */
export interface ModelCatalogOptions extends ModelSettings {
  readonly demoScript: DemoScript;
}

/**
 * Creates the model catalog of an installation from its environment.
 *
 * @throws AppError `VALIDATION_ERROR` when the default model cannot be used: the message names the variable to set.
 */
export function createModelCatalog(options: ModelCatalogOptions): ModelCatalog {
  const { environment } = options;
  const defaultModel = getModel(undefined, options).id;
  const { provider, model } = resolveModel(undefined, environment);
  const configured = AVAILABLE_PROVIDERS.filter((available) => isConfigured(available, environment));
  const choices = [
    toChoice(provider, model),
    ...[...configured, demo].flatMap((available) => toChoices(available, environment)),
  ];
  return {
    choices: [...new Map(choices.map((choice) => [choice.id, choice])).values()],
    defaultModel,
    get: (id) => getModel(id ?? defaultModel, options),
  };
}

function toChoices(provider: ProviderDefinition, environment: ModelEnvironment): readonly ModelChoice[] {
  const named = provider.modelVariable && environment[provider.modelVariable];
  const models = named === undefined ? provider.models : [named, ...provider.models];
  return models.map((model) => toChoice(provider, model));
}

function toChoice(provider: ProviderDefinition, model: string): ModelChoice {
  const isDemo = provider.id === demo.id;
  const label = isDemo ? 'Demo (scripted, no AI model)' : `${model} · ${provider.name}`;
  return { id: `${provider.id}:${model}`, label, isDemo };
}
