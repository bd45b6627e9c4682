import { AppError, toAppError, type ChatModel } from '@shipmate/core';
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

  /** Returns the models that take over, in order, when the model with this id keeps failing; none for a scripted model. */
  fallbacksOf(id: string): readonly ChatModel[];
}

/** Options for {@link createModelCatalog}. */
export interface ModelCatalogOptions extends ModelSettings {
  readonly demoScript: DemoScript;
}

/**
 * Creates the model catalog of an installation from its environment.
 *
 * @throws AppError `VALIDATION_ERROR` when the default model or a fallback model cannot be used: the message names the
 * variable to set.
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
  const fallbacks = createFallbacks(options);
  const get = (id?: string): ChatModel => getModel(id ?? defaultModel, options);
  return {
    choices: [...new Map(choices.map((choice) => [choice.id, choice])).values()],
    defaultModel,
    get,
    fallbacksOf: (id) => (get(id).isScripted ? [] : fallbacks.filter((fallback) => fallback.id !== id)),
  };
}

/** Creates the models that `FALLBACK_AI_MODELS` names. A script cannot answer for a model. */
function createFallbacks(settings: ModelSettings): readonly ChatModel[] {
  const names = settings.environment.FALLBACK_AI_MODELS?.split(',') ?? [];
  const fallbacks = names.map((name) => name.trim()).filter((name) => name !== '');
  return fallbacks.map((name) => {
    try {
      const model = getModel(name, settings);
      if (model.isScripted !== true) return model;
    } catch (cause) {
      const { message } = toAppError(cause);
      throw invalidFallback(`"${name}" in FALLBACK_AI_MODELS cannot be used. ${message}`, cause);
    }
    throw invalidFallback(
      `"${name}" in FALLBACK_AI_MODELS is scripted and cannot answer for another model. Remove it.`,
    );
  });
}

function invalidFallback(message: string, cause?: unknown): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, cause });
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
