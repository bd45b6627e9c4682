export {
  createModelCatalog,
  type ModelCatalog,
  type ModelCatalogOptions,
  type ModelChoice,
} from './catalog/create-model-catalog.ts';
export { getModel, type ModelSettings } from './catalog/get-model.ts';
export { modelEnvironmentSchema, type ModelEnvironment, type ModelVariable } from './provider/model-environment.ts';
export type { ModelReference } from './catalog/resolve-model.ts';
export { runChat, type RunChatOptions } from './chat/run-chat.ts';
export { toSafeToolName } from './interop/safe-tool-name.ts';
export { createDemoModel, type DemoModelOptions } from './demo/create-demo-model.ts';
export type { DemoScript, DemoTurn } from './demo/demo-script.ts';
export {
  fromLanguageModel,
  type FromLanguageModelOptions,
  type ModelOverrides,
} from './language-model/from-language-model.ts';
export type { Vendor } from './language-model/vendor.ts';
export type { Silence } from './language-model/watchdog.ts';
export type { ModelLimits } from './limits/model-limits.ts';
export { costOf } from './price/cost-of.ts';
export { AVAILABLE_PROVIDERS, type ProviderId } from './provider/available-providers.ts';
export type { ProviderConnection, ProviderDefinition } from './provider/provider-definition.ts';
