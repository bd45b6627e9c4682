import type { ChatModel } from '@shipmate/core';
import type { DemoScript } from '../demo/demo-script.ts';
import type { ModelLimits } from '../limits/model-limits.ts';
import type { Silence } from '../language-model/watchdog.ts';
import type { ModelEnvironment } from '../provider/model-environment.ts';
import { resolveModel, type ModelReference } from './resolve-model.ts';
import { toConnection } from './to-connection.ts';

/** Settings of the models. */
export interface ModelSettings {
  readonly environment: ModelEnvironment;
  /** Required for the demo model only. */
  readonly demoScript?: DemoScript;
  /** How long a provider may be silent before and during its answer; by default minutes. */
  readonly silence?: Partial<Silence>;
  /** The model's limits, if they are unknown here or to be overridden; `maxOutputTokens` is sent with each request. */
  readonly limits?: ModelLimits;
  /** False limits the model to one tool call at a time; Google's models do not support it. */
  readonly parallelToolCalls?: boolean;
}

/**
 * Creates the requested model, or the environment's default model.
 *
 * @throws AppError `VALIDATION_ERROR` when the provider does not exist, or a required variable is missing: the message
 * names it.
 */
export function getModel(reference: ModelReference | undefined, settings: ModelSettings): ChatModel {
  const { environment, demoScript, silence, limits, parallelToolCalls } = settings;
  const { provider, model } = resolveModel(reference, environment);
  return provider.connect({
    ...toConnection(provider, environment),
    model,
    overrides: { ...silence, ...(limits !== undefined && { limits }) },
    ...(demoScript !== undefined && { demoScript }),
    ...(parallelToolCalls !== undefined && { parallelToolCalls }),
  });
}
