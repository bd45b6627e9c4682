import type { ChatModel } from '@shipmate/core';
import type { ModelVariable } from './model-environment.ts';
import type { DemoScript } from '../demo/demo-script.ts';
import type { ModelOverrides } from '../language-model/from-language-model.ts';
import type { Vendor } from '../language-model/vendor.ts';

/** The definition of a model provider: its variables, and the creation of its models. */
export interface ProviderDefinition {
  /** The part of a model's id before the colon. */
  readonly id: string;
  readonly name: string;
  /** Other ids that select it. */
  readonly aliases?: readonly string[];
  /** The variables of which any one holds the key. */
  readonly keyVariables: readonly ModelVariable[];
  /** True when the key is optional. */
  readonly keyOptional?: boolean;
  readonly baseUrlVariable?: ModelVariable;
  /** Used when `baseUrlVariable` is not set; a base URL without a path gets the path of this one. */
  readonly baseUrl?: string;
  /** The variable of the default model, if that depends on the installation. */
  readonly modelVariable?: ModelVariable;
  readonly defaultModel?: string;
  /** Models to offer. Any other can be requested by its name. */
  readonly models: readonly string[];
  /** True when the names of its own models may contain a slash. */
  readonly hasSlashedModels?: boolean;

  /** Creates a model. **Contract.** It reads no environment and sends nothing. */
  connect(connection: ProviderConnection): ChatModel;
}

/** The parameters of a provider's model; those that the definition requires are set. */
export interface ProviderConnection {
  readonly model: string;
  readonly vendor: Vendor;
  /** Empty when there is none. */
  readonly apiKey: string;
  /** Empty when the provider has none. */
  readonly baseUrl: string;
  readonly demoScript?: DemoScript;
  /** Empty when all defaults apply. */
  readonly overrides: ModelOverrides;
  /** False limits the model to one tool call at a time, if the provider supports it. */
  readonly parallelToolCalls?: boolean;
}
