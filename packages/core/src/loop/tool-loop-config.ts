import type { Message } from '../message/message.ts';
import type { AITool } from '../model/ai-tool.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import type { ToolExecutionContext } from '../tool/tool-execution-context.ts';
import type { ToolCallRecord } from './agentic-result.ts';
import type { LoopEvent } from './loop-event.ts';

/** Runs one tool call for {@link ToolLoopConfig}. **Contract.** What it throws reaches the model as an error result. */
export type ToolExecutor = (
  toolName: string,
  input: unknown,
  options: { readonly toolCallId: string; readonly signal: AbortSignal },
) => Promise<unknown>;

/** Limits and observers that every way of calling the loop shares. */
export interface LoopOptions {
  /** Model turns at the most, the wrap-up turn counted. Default 20. */
  readonly maxIterations?: number;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly signal?: AbortSignal;
  /** For a tool without a time-out of its own. Default 60 000. It is raced: a tool that ignores its signal is left behind. */
  readonly toolTimeoutMs?: number;
  /** Tool calls of one turn that run at once. Default 8. */
  readonly toolConcurrency?: number;
  /** Characters of a tool result that the model sees; head and tail are kept and the cut is named. Default 16 000. */
  readonly maxResultChars?: number;
  readonly operation?: string;
  /** Called after each turn's tools with that turn's calls; `iteration` counts from 1. It may not throw; what it throws is dropped. */
  readonly onIteration?: (iteration: number, toolCalls: readonly ToolCallRecord[]) => void;
  /** Sees everything, in order, synchronously. **Contract.** It may not throw; what it throws is dropped. */
  readonly onEvent?: (event: LoopEvent) => void;
}

/** A loop as `AIProvider.toolLoop` takes it. */
export interface ToolLoopConfig extends LoopOptions {
  readonly systemPrompt: string;
  readonly userMessage: string;
  readonly tools: readonly AITool[];
  readonly toolExecutor: ToolExecutor;
  /** History to go on from; `userMessage` is appended to it. */
  readonly messages?: readonly Message[];
}

/** A loop as `runToolLoop` takes it: bound tools and a history. */
export interface RunToolLoopConfig extends LoopOptions {
  readonly systemPrompt?: string;
  readonly messages: readonly Message[];
  readonly tools: readonly BoundTool[];
  /** Handed to every tool call, with the call's own id and signal. */
  readonly context: Omit<ToolExecutionContext, 'toolCallId' | 'signal'>;
}
