import type { AgenticResult, StopReason, ToolCallRecord } from '../loop/agentic-result.ts';
import type { ToolLoopConfig } from '../loop/tool-loop-config.ts';
import type { AITool } from '../model/ai-tool.ts';
import type { Usage } from '../model/usage.ts';
import type { ToolExecutor } from '../tool/to-bound-tools.ts';

/** The answer to one message. */
export interface AIResponse {
  readonly content: string;
  readonly usage: Usage;
  readonly stopReason: StopReason;
}

/** A model with the calls that most callers need. All of them run the same loop. */
export interface AIProvider {
  /** Sends one message, without tools. @throws AppError when the model fails. */
  sendMessage(message: string, operation?: string): Promise<AIResponse>;
  /**
   * One round: the model, its tool calls in parallel, their results back to the model, and its answer with tools withheld.
   * @throws AppError when the model fails.
   */
  sendMessageWithTools(
    message: string,
    tools: readonly AITool[],
    toolExecutor: ToolExecutor,
    operation?: string,
  ): Promise<AIResponse & { readonly toolCalls: readonly ToolCallRecord[] }>;
  /** Runs the loop. It returns for every outcome but misuse. */
  toolLoop<Output = undefined>(config: ToolLoopConfig<Output>): Promise<AgenticResult<Output>>;
  /** Always true: a provider that cannot answer is not created. */
  isInitialized(): boolean;
  /** The model's name, without the provider. */
  getDefaultModel(): string;
  /** The provider's name: the part of the model's id before the colon. */
  getProviderType(): string;
}
