import { toAppError } from '../error/app-error.ts';
import type { AssistantMessage, Message, ToolCallPart, UserMessage } from '../message/message.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { ModelRequest } from '../model/model-request.ts';
import type { Usage } from '../model/usage.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import { succeededOutcome, type CheckedCall, type ToolCallOutcome } from '../tool/call-tool.ts';
import type { ToolExecutionContext } from '../tool/tool-execution-context.ts';
import type { Waits } from '../wait/waits.ts';

/**
 * Hooks by which a caller changes a run. {@link composeHooks} puts several sets in order.
 *
 * **Contract.** Each hook is awaited and raced against the signal. It changes the run by what it returns, never by writing into
 * its arguments; returning nothing changes nothing. A hook that throws ends the run with `model_error` and its `AppError`, or
 * `INTERNAL_ERROR`; the result still has everything that was said, spent and done, and every call is answered.
 */
export interface LoopHooks {
  /** Called before each turn, including the wrap-up turn, but not when the turn is restarted. */
  beforeTurn?(turn: TurnAhead): Hooked<TurnChange>;
  /** Called after the model has answered and before its calls run; also for an answer that it requested. */
  afterTurn?(turn: TurnTaken): Hooked<TurnRetry>;
  /** Called before each call of an existing tool, before its input is checked. Concurrent for the calls of one turn. */
  beforeToolCall?(call: CallAhead): Hooked<CallChange>;
  /** Called after each call that was not denied, including failed calls. */
  afterToolCall?(call: CallMade): Hooked<CallOutcomeChange>;
}

type Hooked<Change> = Change | undefined | void | Promise<Change | undefined | void>;

/** A turn that is about to be taken. */
export interface TurnAhead {
  readonly turn: number;
  /** True for the last turn, which only answers. */
  readonly wrapUp: boolean;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

/** Change that `beforeTurn` makes. */
export interface TurnChange {
  /** Appended to the history. */
  readonly messages?: readonly UserMessage[];
  /** Overrides for this turn's request. */
  readonly request?: Partial<Pick<ModelRequest, 'system' | 'toolChoice' | 'maxOutputTokens' | 'temperature'>>;
}

/** A turn that the model has taken. */
export interface TurnTaken {
  readonly turn: number;
  readonly wrapUp: boolean;
  /** Id of the model that answered. */
  readonly model: string;
  readonly message: AssistantMessage;
  readonly finish: FinishReason;
  readonly usage: Usage;
  /** The history before the answer, without notes of the loop to the model. */
  readonly messages: readonly Message[];
  readonly signal: AbortSignal;
}

/**
 * Request of `afterTurn` for another answer. The answer is void: its calls do not run and it does not stay in the history. The
 * model sees its text once more, followed by `message`. A turn is restarted for this at most three times; then the answer stands.
 */
export interface TurnRetry {
  /** Message to the model. */
  readonly message: string;
  /** Message to the reader, streamed before the new answer and not part of it. */
  readonly notice?: string;
}

/** A call that is about to be made. */
export interface CallAhead {
  readonly turn: number;
  /** Its input is as the model or an earlier hook wrote it, not checked yet. */
  readonly call: ToolCallPart;
  readonly tool: BoundTool;
  readonly context: ToolExecutionContext;
}

/** A call whose input the tool accepted, for `approve` to decide about. */
export interface CallToApprove extends CallAhead, Pick<CheckedCall, 'input' | 'effect'> {}

/** Change that `beforeToolCall` makes: another input, which the tool checks; an output instead of the tool's; or no call. */
export type CallChange = { readonly input: unknown } | { readonly output: unknown } | { readonly deny: string };

/** A call that was made. */
export interface CallMade extends CallAhead {
  readonly outcome: ToolCallOutcome;
}

/** Change that `afterToolCall` makes: another output, which the tool presents; or another outcome. */
export type CallOutcomeChange = { readonly output: unknown } | ToolCallOutcome;

/** Calls a hook and waits for it until the run is stopped. @throws AppError when the hook fails. */
export async function askHook<Change>(
  name: string,
  ask: () => Change | undefined | void | Promise<Change | undefined | void>,
  waits: Waits,
): Promise<Change | undefined> {
  try {
    return (await waits.for(async () => ask())) ?? undefined;
  } catch (thrown) {
    throw toAppError(thrown, { message: `The hook ${name} failed.` });
  }
}

/** Applies a change of `afterToolCall` to the outcome of a call. */
export function changedOutcome(
  { tool, context, outcome }: CallMade,
  change: CallOutcomeChange | undefined | void,
): ToolCallOutcome {
  if (!change) return outcome;
  return 'text' in change ? change : succeededOutcome(tool, change.output, context.logger);
}

/**
 * Composes sets of hooks, called in order. Each sees the changes of those before it: messages, overrides, inputs and outcomes.
 * The first `afterTurn` that requests another answer, and the first `beforeToolCall` that answers or denies, is the last called.
 */
export function composeHooks(...sets: readonly LoopHooks[]): LoopHooks {
  return {
    beforeTurn: (turn) => beforeTurn(sets, turn),
    afterTurn: async (turn) => {
      for (const hooks of sets) {
        const retry = await hooks.afterTurn?.(turn);
        if (retry) return retry;
      }
    },
    beforeToolCall: (call) => beforeToolCall(sets, call),
    afterToolCall: (call) => afterToolCall(sets, call),
  };
}

async function beforeTurn(sets: readonly LoopHooks[], turn: TurnAhead): Promise<TurnChange> {
  let { request } = turn;
  let change: Required<TurnChange> = { messages: [], request: {} };
  for (const hooks of sets) {
    const { messages = [], request: overrides = {} } = (await hooks.beforeTurn?.({ ...turn, request })) ?? {};
    request = { ...request, ...overrides, messages: [...request.messages, ...messages] };
    change = { messages: [...change.messages, ...messages], request: { ...change.request, ...overrides } };
  }
  return change;
}

async function beforeToolCall(sets: readonly LoopHooks[], ahead: CallAhead): Promise<CallChange | undefined> {
  let { call } = ahead;
  for (const hooks of sets) {
    const change = await hooks.beforeToolCall?.({ ...ahead, call });
    if (!change) continue;
    if (!('input' in change)) return change;
    call = { ...call, input: change.input };
  }
  return call === ahead.call ? undefined : { input: call.input };
}

async function afterToolCall(sets: readonly LoopHooks[], made: CallMade): Promise<ToolCallOutcome> {
  let { outcome } = made;
  for (const hooks of sets) {
    const current = { ...made, outcome };
    outcome = changedOutcome(current, await hooks.afterToolCall?.(current));
  }
  return outcome;
}
