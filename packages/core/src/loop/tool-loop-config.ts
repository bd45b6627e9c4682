import type { z } from 'zod';
import type { Budget, BudgetLimits } from '../budget/budget.ts';
import type { Message } from '../message/message.ts';
import type { AITool } from '../model/ai-tool.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { CostOf } from '../model/cost-of.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import type { ApprovalDecision } from '../tool/call-tool.ts';
import type { ToolExecutionContext } from '../tool/tool-execution-context.ts';
import type { ToolExecutor } from '../tool/to-bound-tools.ts';
import type { OpenTurn, ToolCallRecord } from './agentic-result.ts';
import type { LoopEvent } from './loop-event.ts';
import type { CallToApprove, LoopHooks } from './loop-hooks.ts';
import type { LoopJournal } from './loop-journal.ts';

/** Options that all calls of the loop share: limits, hooks and observers. */
export interface LoopOptions {
  /** Model turns at most, including the wrap-up turn. Default 20. */
  readonly maxIterations?: number;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly signal?: AbortSignal;
  /** Time limit of a tool without one of its own, finite. Default 60 000. It is raced: the loop does not wait for a tool that ignores its signal. */
  readonly toolTimeoutMs?: number;
  /** Concurrent tool calls of one turn. Default 8. */
  readonly toolConcurrency?: number;
  /** Characters of a tool result that the model sees; head and tail are kept and the cut is named. Default 16 000. */
  readonly maxResultChars?: number;
  readonly operation?: string;
  /**
   * Limits of this run or, as a {@link Budget}, of all runs that share it. At four fifths of a limit the model gets a note; at
   * the limit no more tools run, and one more turn wraps up. A run that begins with a spent budget ends at once.
   */
  readonly budget?: BudgetLimits | Budget;
  /** Prices for `costUsd`. A budget with a cost limit needs the price of every model. */
  readonly costOf?: CostOf;
  /** Identical calls with an identical result, at most. Default 3; then the call is refused, then the run is stopped. */
  readonly maxRepeats?: number;
  /** Failed calls in a row before the model gets a note; after as many more the run is stopped. Default 5. */
  readonly maxFailures?: number;
  /** Models that take over in order, each for the rest of the run, when the model before it keeps failing. */
  readonly fallbackModels?: readonly ChatModel[];
  readonly retry?: RetryOptions;
  /** Size of the context window in tokens. Near it older results and then older turns are compacted. Default the model's own, if known. */
  readonly contextTokens?: number;
  readonly hooks?: LoopHooks;
  /**
   * Decides about each call before it is carried out; by default all are allowed. With `ask` the call stays open, the other
   * calls of the turn are answered, and the run ends with `approval`. **Contract.** Awaited and raced against the signal; an
   * error that it throws ends the run with `model_error`, and the call is not carried out.
   */
  readonly approve?: (call: CallToApprove) => ApprovalDecision | Promise<ApprovalDecision>;
  readonly journal?: LoopJournal;
  /** Called after each turn's tools with that turn's calls; `iteration` counts from 1. An error that it throws is logged. */
  readonly onIteration?: (iteration: number, toolCalls: readonly ToolCallRecord[]) => void;
  /** Receives every event in order, synchronously. An error that it throws is logged. */
  readonly onEvent?: (event: LoopEvent) => void;
}

/** Retries of a model that fails, before the next model takes over. */
export interface RetryOptions {
  /** Further attempts with each model in one turn. Default 2. */
  readonly retries?: number;
  /** The first delay in milliseconds, doubled for each further attempt. Default 500. A delay that the provider requests is used instead. */
  readonly baseDelayMs?: number;
  /** The longest delay in milliseconds; a model that requests a longer one is not retried. Default 30 000. */
  readonly maxDelayMs?: number;
  /** Waits. **Contract.** Resolves after `ms`, or rejects soon after the signal fired. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Requests a structured answer. */
export interface OutputOptions<Output> {
  /** Schema of the final answer, which is returned as `output` of the result. The model gets one repair turn. */
  readonly output?: z.ZodType<Output>;
}

/** Configuration of `AIProvider.toolLoop`. */
export interface ToolLoopConfig<Output = undefined> extends LoopOptions, OutputOptions<Output> {
  readonly systemPrompt: string;
  readonly userMessage: string;
  readonly tools: readonly AITool[];
  readonly toolExecutor: ToolExecutor;
  /** History before `userMessage`. */
  readonly messages?: readonly Message[];
}

/** Configuration of `runToolLoop`: bound tools and a history. */
export interface RunToolLoopConfig<Output = undefined> extends LoopOptions, OutputOptions<Output> {
  readonly systemPrompt?: string;
  readonly messages: readonly Message[];
  /** A turn after `messages` that is finished first: its unanswered calls are carried out. */
  readonly pending?: OpenTurn;
  /** Turns of earlier runs: they count towards `maxIterations`, and turn numbers continue. Default those up to `pending`. */
  readonly turnsTaken?: number;
  readonly tools: readonly BoundTool[];
  /** Given to every tool call, with the call's own id and signal. */
  readonly context: Omit<ToolExecutionContext, 'toolCallId' | 'signal'>;
}
