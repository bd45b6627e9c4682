import type { ChatModel } from '@shipmate/core';
import type { ModelVariable } from './model-environment.ts';
import type { DemoScript } from '../demo/demo-script.ts';
import type { ModelOverrides } from '../language-model/from-language-model.ts';
import type { Vendor } from '../language-model/vendor.ts';

/** A provider of models, declared once: what a person sets to use it, and how a model of it is made. */
export interface ProviderDefinition {
  /** What stands before the colon of a model's id. */
  readonly id: string;
  readonly name: string;
  /** Any one of these holds the key. */
  readonly keyVariables: readonly ModelVariable[];
  /** True when it can do without a key. */
  readonly keyOptional?: boolean;
  readonly baseUrlVariable?: ModelVariable;
  /** Used when `baseUrlVariable` is not set; one that is set without a path takes this one's path. */
  readonly baseUrl?: string;
  /** Names the default model, where that depends on the installation. */
  readonly modelVariable?: ModelVariable;
  readonly defaultModel?: string;
  /** Models to offer. Any other can be asked for by its name. */
  readonly models: readonly string[];
  /** True when the names of its own models may contain a slash. */
  readonly hasSlashedModels?: boolean;

  /** Makes a model. **Contract.** It reads no environment and sends nothing. */
  connect(connection: ProviderConnection): ChatModel;
}

/** What a definition makes a model of; what the definition requires is there. */
export interface ProviderConnection {
  readonly model: string;
  readonly vendor: Vendor;
  /** Empty when there is none. */
  readonly apiKey: string;
  /** Empty when the provider has none. */
  readonly baseUrl: string;
  readonly demoScript?: DemoScript;
  /** Empty when all is to be as it is by default. */
  readonly overrides: ModelOverrides;
  /** False asks for one tool call at a time, where the provider can be asked. */
  readonly parallelToolCalls?: boolean;
}
