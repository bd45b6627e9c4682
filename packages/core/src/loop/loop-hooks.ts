import type { AssistantMessage, Message, ToolCallPart, UserMessage } from '../message/message.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { ModelRequest } from '../model/model-request.ts';
import type { Usage } from '../model/usage.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import type { ToolExecutionContext } from '../tool/tool-execution-context.ts';
import { succeededOutcome, type ToolCallOutcome } from '../call/tool-call-outcome.ts';

/**
 * Where a caller takes part in a loop. {@link composeHooks} puts several sets in order.
 *
 * **Contract.** Each hook is awaited and raced against the signal. It may return nothing, which changes nothing. It changes
 * things by what it returns, never by writing into what it is given. One that throws ends the run with `model_error` and its
 * `AppError`, or `INTERNAL_ERROR`; what was said, spent and done until then is in the result, and every call is answered.
 */
export interface LoopHooks {
  /** Before each turn, the wrap-up turn included. It is not asked again when the turn is restarted. */
  beforeTurn?(turn: TurnAhead): Hooked<TurnChange>;
  /** After the model has spoken and before its calls are run. It is asked again of an answer that it asked for. */
  afterTurn?(turn: TurnTaken): Hooked<TurnRetry>;
  /** Before each call of a tool that exists, ahead of the check of its input. Calls of one turn are asked about at once. */
  beforeToolCall?(call: CallAhead): Hooked<CallChange>;
  /** After each call that `beforeToolCall` was asked about and did not deny, failed ones too. */
  afterToolCall?(call: CallMade): Hooked<CallOutcomeChange>;
}

type Hooked<Change> = Change | undefined | void | Promise<Change | undefined | void>;

/** A turn that is about to be taken. */
export interface TurnAhead {
  readonly turn: number;
  /** Whether it is the last turn, in which only an answer is wanted. */
  readonly wrapUp: boolean;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

/** What `beforeTurn` wants otherwise. */
export interface TurnChange {
  /** Appended to the history for good. */
  readonly messages?: readonly UserMessage[];
  /** Asked for in this turn alone. */
  readonly request?: Partial<Pick<ModelRequest, 'system' | 'toolChoice' | 'maxOutputTokens' | 'temperature'>>;
}

/** A turn that the model has taken. */
export interface TurnTaken {
  readonly turn: number;
  readonly wrapUp: boolean;
  /** The model that answered. */
  readonly model: string;
  readonly message: AssistantMessage;
  readonly finish: FinishReason;
  readonly usage: Usage;
  /** The whole history that it answers, without what the loop itself tells the model. */
  readonly messages: readonly Message[];
  readonly signal: AbortSignal;
}

/**
 * `afterTurn` asks for another answer: this one is void, its calls are not run, and it does not stay in the history. The model
 * sees it once more, followed by `message`. A turn is restarted so at most three times; then the answer stands.
 */
export interface TurnRetry {
  /** What the model is told. */
  readonly message: string;
  /** What the reader is told: streamed ahead of the new answer, and no part of it. */
  readonly notice?: string;
}

/** A call that is about to be made. */
export interface CallAhead {
  readonly turn: number;
  /** Its input is as the model wrote it, or as an earlier hook wants it: not checked yet. */
  readonly call: ToolCallPart;
  readonly tool: BoundTool;
  readonly context: ToolExecutionContext;
}

/** What `beforeToolCall` wants otherwise: another input, which the tool checks; an output in the tool's place; or no call. */
export type CallChange = { readonly input: unknown } | { readonly output: unknown } | { readonly deny: string };

/** A call that was made. */
export interface CallMade extends CallAhead {
  readonly outcome: ToolCallOutcome;
}

/** What `afterToolCall` wants otherwise: another output of the tool, shown as the tool shows it; or another outcome. */
export type CallOutcomeChange = { readonly output: unknown } | ToolCallOutcome;

/** The outcome of a call as a hook wants it. */
export function changedOutcome(
  { tool, context, outcome }: CallMade,
  change: CallOutcomeChange | undefined | void,
): ToolCallOutcome {
  if (!change) return outcome;
  return 'text' in change ? change : succeededOutcome(tool, change.output, context.logger);
}
