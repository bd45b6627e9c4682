import type { ChatModel } from '@shipmate/core';
import type { DemoScript } from '../demo/demo-script.ts';
import type { ModelLimits } from '../limits/model-limits.ts';
import type { Silence } from '../language-model/watchdog.ts';
import type { ModelEnvironment } from '../provider/model-environment.ts';
import { resolveModel, type ModelReference } from './resolve-model.ts';
import { toConnection } from './to-connection.ts';

/** What models are made with. */
export interface ModelSettings {
  readonly environment: ModelEnvironment;
  /** Needed for the demo model only. */
  readonly demoScript?: DemoScript;
  /** How long a provider may be silent before its answer and within it; by default minutes. */
  readonly silence?: Partial<Silence>;
  /** The model's limits, where they are not known here or others are wanted; `maxOutputTokens` is asked for in each request. */
  readonly limits?: ModelLimits;
  /** False asks the model for one tool call at a time; Google's cannot be asked. */
  readonly parallelToolCalls?: boolean;
}

/**
 * Makes the model that is asked for, or the environment's default model.
 *
 * @throws AppError `VALIDATION_ERROR` when there is no such provider, or a variable that it needs is missing: the message names it.
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
