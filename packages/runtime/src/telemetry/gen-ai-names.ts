// The names of OpenTelemetry's semantic conventions for generative AI, as of version 1.45.0. They are still in
// development there, so every name in use is defined here only.

/** Attributes of spans and metrics. */
export const genAiAttributes = {
  operationName: 'gen_ai.operation.name',
  providerName: 'gen_ai.provider.name',
  agentName: 'gen_ai.agent.name',
  conversationId: 'gen_ai.conversation.id',
  requestModel: 'gen_ai.request.model',
  requestStream: 'gen_ai.request.stream',
  responseModel: 'gen_ai.response.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  timeToFirstChunk: 'gen_ai.response.time_to_first_chunk',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheReadTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheWriteTokens: 'gen_ai.usage.cache_creation.input_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
  tokenType: 'gen_ai.token.type',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolCallId: 'gen_ai.tool.call.id',
  toolCallArguments: 'gen_ai.tool.call.arguments',
  toolCallResult: 'gen_ai.tool.call.result',
  systemInstructions: 'gen_ai.system_instructions',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  errorType: 'error.type',
} as const;

/** Histograms. */
export const genAiMetrics = {
  tokenUsage: 'gen_ai.client.token.usage',
  operationDuration: 'gen_ai.client.operation.duration',
  timeToFirstChunk: 'gen_ai.client.operation.time_to_first_chunk',
} as const;

/** The operations of spans. */
export const genAiOperations = {
  chat: 'chat',
  invokeAgent: 'invoke_agent',
  executeTool: 'execute_tool',
} as const;

/** Shipmate's own names, for concepts that the conventions do not cover. */
export const shipmateNames = {
  stopReason: 'shipmate.loop.stop_reason',
  turnRestarted: 'shipmate.turn.restarted',
  restartReason: 'shipmate.turn.restart_reason',
  runId: 'shipmate.run.id',
  toolResultTokens: 'shipmate.tool.result.tokens',
  toolRepeats: 'shipmate.tool.repeats',
  modelCost: 'shipmate.model.cost',
} as const;

/** Vendors whose name in the conventions is not their id. */
const providerNames: Readonly<Record<string, string>> = { google: 'gcp.gemini' };

/** Returns the vendor and the model of a `provider:model`, by their names in the conventions. */
export function toGenAiModel(id: string): { readonly provider: string; readonly model: string } {
  const [vendor = '', ...model] = id.split(':');
  return { provider: providerNames[vendor] ?? vendor, model: model.join(':') };
}
