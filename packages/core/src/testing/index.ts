export {
  chatModelContract,
  type ChatModelCase,
  type ChatModelCases,
  type TestFramework,
} from './chat-model-contract.ts';
export { ScriptedModel } from './scripted-model.ts';
export type { ScriptedStep, ScriptedToolCall } from './scripted-step.ts';
