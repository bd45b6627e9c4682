import type { z } from 'zod';
import type { Budget, BudgetLimits } from '../budget/budget.ts';
import type { ApprovalDecision, CallToApprove } from '../call/call-approval.ts';
import type { Message } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { CostOf } from '../model/cost-of.ts';
import type { AITool } from '../model/ai-tool.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import type { ToolCache } from '../tool/tool-cache.ts';
import type { ToolExecutionContext } from '../tool/tool-execution-context.ts';
import type { ToolCallRecord } from './agentic-result.ts';
import type { LoopEvent } from './loop-event.ts';
import type { LoopHooks } from './loop-hooks.ts';
import type { LoopJournal } from './loop-journal.ts';
import type { OpenTurn } from './pending-turn.ts';
import type { RetryOptions } from '../turn/retry-options.ts';

/** Runs one tool call for {@link ToolLoopConfig}. **Contract.** What it throws reaches the model as an error result. */
export type ToolExecutor = (
  toolName: string,
  input: unknown,
  options: { readonly toolCallId: string; readonly signal: AbortSignal },
) => Promise<unknown>;

/** Limits, hooks and observers that every way of calling the loop shares. */
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
  /**
   * What may be spent, by this run or, as a {@link Budget}, by all that share it. At four fifths of a limit the model is told;
   * at the limit no more tools run, and one more turn wraps up. A run that begins on a spent budget ends at once.
   */
  readonly budget?: BudgetLimits | Budget;
  /** Prices for `costUsd`. A budget with a cost limit needs the price of every model. */
  readonly costOf?: CostOf;
  /** How often a call may be made with the same input and the same result. Default 3; then the model is told, then stopped. */
  readonly maxRepeats?: number;
  /** Calls that may fail in a row before the model is told to change course; after as many more it is stopped. Default 5. */
  readonly maxFailures?: number;
  /** Asked in order, each for the rest of the run, once the model before it keeps failing. */
  readonly fallbackModels?: readonly ChatModel[];
  readonly retry?: RetryOptions;
  /** What the model can read. Near it older results and then older turns are shortened. Default the model's own, if it says so. */
  readonly contextTokens?: number;
  /** For tools with a `cache`. By default one of this run's own. */
  readonly toolCache?: ToolCache;
  readonly hooks?: LoopHooks;
  /**
   * Decides about each call that is about to be carried out; by default all are. With `ask` the call is left open, the other
   * calls of the turn are answered, and the run ends with `approval`. **Contract.** Awaited and raced against the signal; one
   * that throws ends the run with `model_error`, and the call is not carried out.
   */
  readonly approve?: (call: CallToApprove) => ApprovalDecision | Promise<ApprovalDecision>;
  readonly journal?: LoopJournal;
  /** Called after each turn's tools with that turn's calls; `iteration` counts from 1. It may not throw; what it throws is dropped. */
  readonly onIteration?: (iteration: number, toolCalls: readonly ToolCallRecord[]) => void;
  /** Sees everything, in order, synchronously. **Contract.** It may not throw; what it throws is dropped. */
  readonly onEvent?: (event: LoopEvent) => void;
}

/** Asks for an answer of a shape. */
export interface OutputOptions<Output> {
  /** The final answer is an object or value of this schema, in `output` of the result. One repair turn is granted. */
  readonly output?: z.ZodType<Output>;
}

/** A loop as `AIProvider.toolLoop` takes it. */
export interface ToolLoopConfig<Output = undefined> extends LoopOptions, OutputOptions<Output> {
  readonly systemPrompt: string;
  readonly userMessage: string;
  readonly tools: readonly AITool[];
  readonly toolExecutor: ToolExecutor;
  /** History to go on from; `userMessage` is appended to it. */
  readonly messages?: readonly Message[];
}

/** A loop as `runToolLoop` takes it: bound tools and a history. */
export interface RunToolLoopConfig<Output = undefined> extends LoopOptions, OutputOptions<Output> {
  readonly systemPrompt?: string;
  readonly messages: readonly Message[];
  /** A turn that comes after `messages` and is finished first: its calls without an answer are carried out. */
  readonly pending?: OpenTurn;
  /** Turns that were taken before: they count towards `maxIterations`, and numbers go on. Default those up to `pending`. */
  readonly turnsTaken?: number;
  readonly tools: readonly BoundTool[];
  /** Handed to every tool call, with the call's own id and signal. */
  readonly context: Omit<ToolExecutionContext, 'toolCallId' | 'signal'>;
}
