export {
  addCost,
  createBudget,
  type Budget,
  type BudgetLimit,
  type BudgetLimits,
  type BudgetSpent,
} from './budget/budget.ts';
export { systemClock, type Clock } from './clock/clock.ts';
export type { Embedder } from './embedder/embedder.ts';
export { AppError, toAppError, type AppErrorOptions } from './error/app-error.ts';
export { describeIssue } from './error/describe-issue.ts';
export { errorCodes, type ErrorCode } from './error/error-code.ts';
export { fenceText, textSources, type TextOrigin, type TextSource } from './fence/fence-text.ts';
export { dropFences, readFences, unfenceText, type FencedReading, type FencedText } from './fence/read-fences.ts';
export { untrustedRule } from './fence/untrusted-rule.ts';
export { compactHistory, type CompactHistoryOptions } from './history/compact-history.ts';
export { estimateTokens } from './history/estimate-tokens.ts';
export { dropReasoning, forProvider } from './history/for-provider.ts';
export type { JsonSchema, ObjectSchema } from './json/json-schema.ts';
export type { JsonValue } from './json/json-value.ts';
export { jsonValueSchema } from './json/json-value-schema.ts';
export { silentLogger, type LogFields, type Logger } from './logger/logger.ts';
export type {
  AgenticResult,
  ModelStep,
  OpenTurn,
  PendingTurn,
  StopLimit,
  StopReason,
  ToolCallRecord,
} from './loop/agentic-result.ts';
export type { LoopEvent, RestartReason } from './loop/loop-event.ts';
export { isLoopHistory } from './loop/loop-history.ts';
export {
  composeHooks,
  type CallAhead,
  type CallChange,
  type CallMade,
  type CallOutcomeChange,
  type CallToApprove,
  type LoopHooks,
  type TurnAhead,
  type TurnChange,
  type TurnRetry,
  type TurnTaken,
} from './loop/loop-hooks.ts';
export type { JournaledAnswer, JournaledCall, JournaledTurn, LoopJournal } from './loop/loop-journal.ts';
export { runToolLoop } from './loop/run-tool-loop.ts';
export type {
  LoopOptions,
  OutputOptions,
  RetryOptions,
  RunToolLoopConfig,
  ToolLoopConfig,
} from './loop/tool-loop-config.ts';
export {
  textOf,
  toolCallsOf,
  userMessage,
  type AssistantMessage,
  type Message,
  type ProviderMetadata,
  type ReasoningPart,
  type TextPart,
  type ToolCallPart,
  type ToolMessage,
  type ToolResultPart,
  type UserMessage,
} from './message/message.ts';
export type { AITool } from './model/ai-tool.ts';
export type { ChatModel } from './model/chat-model.ts';
export type { CostOf } from './model/cost-of.ts';
export type { FinishReason, ModelEvent } from './model/model-event.ts';
export type { ModelRequest } from './model/model-request.ts';
export { addUsage, noUsage, type Usage } from './model/usage.ts';
export type { Principal, RequestOrigin } from './principal/principal.ts';
export type { AIProvider, AIResponse } from './provider/ai-provider.ts';
export { createProvider, type ProviderOptions } from './provider/create-provider.ts';
export { readArguments } from './repair/read-arguments.ts';
export { repairJson } from './repair/repair-json.ts';
export { repairToolName } from './repair/repair-tool-name.ts';
export { bindTools, type PortsOf, type PortsOfAll } from './tool/bind-tools.ts';
export { type BoundTool, overrideTool } from './tool/bound-tool.ts';
export {
  callTool,
  previewCall,
  toOutcome,
  toResultText,
  type ApprovalDecision,
  type CallToolOptions,
  type CheckedCall,
  type FinishedCall,
  type ToolCallOutcome,
  type ToolCallResult,
} from './tool/call-tool.ts';
export type { ClientEvent } from './tool/client-event.ts';
export {
  defineTool,
  defineToolFamily,
  type ToolDeclaration,
  toolNamePattern,
  type AnyToolDefinition,
  type EffectOf,
  type ToolDefinition,
} from './tool/define-tool.ts';
export { remoteTool, type RemoteToolCall } from './tool/remote-tool.ts';
export { toAITool } from './tool/to-ai-tool.ts';
export { toBoundTools, type ToolExecutor } from './tool/to-bound-tools.ts';
export { toJsonText } from './tool/to-json-text.ts';
export type { ToolEffect } from './tool/tool-effect.ts';
export {
  createToolExecutionContext,
  type ToolContext,
  type ToolExecutionContext,
  type ToolExecutionContextInit,
} from './tool/tool-execution-context.ts';
export { ToolRegistry, type ToolSelection } from './tool/tool-registry.ts';
export { createToolError, type ToolResult } from './tool/tool-result.ts';
export { mapConcurrently } from './wait/map-concurrently.ts';
export { waitFor, type WaitForOptions } from './wait/waits.ts';
