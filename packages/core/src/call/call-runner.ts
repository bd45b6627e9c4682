import { toAppError, type AppError } from '../error/app-error.ts';
import { askHook } from '../loop/ask-hook.ts';
import { changedOutcome, type CallAhead, type CallChange } from '../loop/loop-hooks.ts';
import type { LoopSettings } from '../loop/loop-settings.ts';
import type { ToolCallPart } from '../message/message.ts';
import type { ApprovalDecision, CallToApprove } from './call-approval.ts';
import { callKey } from './call-key.ts';
import { parseCallInput } from './parse-call-input.ts';
import { failedOutcome, succeededOutcome, type ToolCallOutcome } from './tool-call-outcome.ts';
import type { Toolbox } from './toolbox.ts';
import type { ToolWork, WorkDone } from './tool-work.ts';

/** How one call was run. */
export type CallRun =
  | WorkDone
  /** Why it was not let run. */
  | { readonly denied: string }
  /** Somebody has to be asked first. */
  | { readonly waiting: true };

/** Runs single calls, with hooks, approval and journal around them. It returns whatever these and the tools do. */
export class CallRunner {
  readonly #settings: LoopSettings;
  readonly #toolbox: Toolbox;
  readonly #work: ToolWork;
  readonly #isWatched: boolean;
  #failure: AppError | undefined;

  constructor(settings: LoopSettings, toolbox: Toolbox, work: ToolWork) {
    const { hooks, approve, journal } = settings;
    this.#settings = settings;
    this.#toolbox = toolbox;
    this.#work = work;
    const hasHooks = hooks.beforeToolCall !== undefined || hooks.afterToolCall !== undefined;
    this.#isWatched = hasHooks || approve !== undefined || journal !== undefined;
  }

  /** How a hook, the approval or the journal failed, once one has: the run is to end then. */
  get failure(): AppError | undefined {
    return this.#failure;
  }

  /** Notes that one of those failed. The first failure counts. */
  fail(thrown: unknown): void {
    this.#failure ??= toAppError(thrown);
  }

  /** Runs one call, that `key` identifies. */
  async run(turn: number, call: ToolCallPart, key: string): Promise<CallRun> {
    const { context, signal } = this.#settings;
    const tool = this.#toolbox.get(call.name);
    if (tool === undefined) {
      return { input: call.input, outcome: failedOutcome(this.#toolbox.missing(call.name)), reused: false };
    }
    if (!this.#isWatched) return this.#work.do(tool, call, { turn, key });
    try {
      return await this.#runWatched({ turn, call, tool, context: { ...context, toolCallId: call.id, signal } }, key);
    } catch (thrown) {
      this.fail(thrown);
      return { denied: 'the run had failed.' };
    }
  }

  async #runWatched(ahead: CallAhead, key: string): Promise<CallRun> {
    const { journal } = this.#settings;
    const change = await this.#askBefore(ahead);
    if (change !== undefined && 'deny' in change) return { denied: change.deny };
    if (change !== undefined && 'output' in change) {
      const outcome = succeededOutcome(ahead.tool, change.output, ahead.context.logger);
      return { input: ahead.call.input, outcome: await this.#askAfter(ahead, outcome), reused: false };
    }

    const ready = change === undefined ? ahead : { ...ahead, call: withInput(ahead.call, change.input) };
    const { turn, call, tool } = ready;
    const input = parsedInput(ready);
    const effect = input === undefined ? 'read' : tool.effect(input.value);
    // A call that its tool will refuse needs nobody's approval.
    const decision = input === undefined ? 'allow' : await this.#askApproval({ ...ready, input: input.value, effect });
    if (decision === 'ask') return { waiting: true };
    if (decision !== 'allow') return { denied: decision.deny };

    await journal?.callBegun({ turn, call, tool, effect });
    const done = await this.#work.do(tool, call, { turn, key: ready === ahead ? key : callKey(call) });
    return { ...done, outcome: await this.#askAfter(ready, done.outcome) };
  }

  async #askBefore(ahead: CallAhead): Promise<CallChange | undefined> {
    const { hooks, waits } = this.#settings;
    if (hooks.beforeToolCall === undefined) return undefined;
    return askHook('beforeToolCall', () => hooks.beforeToolCall?.(ahead), waits);
  }

  async #askApproval(call: CallToApprove): Promise<ApprovalDecision> {
    const { approve, waits } = this.#settings;
    if (approve === undefined) return 'allow';
    return (await askHook('approve', () => approve(call), waits)) ?? { deny: 'it was not approved.' };
  }

  /** What the tool did stays done when the hook fails. */
  async #askAfter(ahead: CallAhead, outcome: ToolCallOutcome): Promise<ToolCallOutcome> {
    const { hooks, waits } = this.#settings;
    if (hooks.afterToolCall === undefined) return outcome;
    const made = { ...ahead, outcome };
    try {
      return changedOutcome(made, await askHook('afterToolCall', () => hooks.afterToolCall?.(made), waits));
    } catch (thrown) {
      this.fail(thrown);
      return outcome;
    }
  }
}

function parsedInput({ tool, call }: CallAhead): { readonly value: unknown } | undefined {
  try {
    return { value: parseCallInput(tool, call) };
  } catch {
    return undefined;
  }
}

/** The call with arguments that are sound, whatever they were. */
function withInput(call: ToolCallPart, input: unknown): ToolCallPart {
  const { malformed: _, ...sound } = call;
  return { ...sound, input };
}
