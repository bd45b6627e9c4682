import { toAppError, type AppError } from '../error/app-error.ts';
import { askHook } from '../loop/ask-hook.ts';
import { changedOutcome, type CallAhead, type CallChange } from '../loop/loop-hooks.ts';
import type { LoopSettings } from '../loop/loop-settings.ts';
import type { ToolCallPart } from '../message/message.ts';
import { callKey } from './call-key.ts';
import { failedOutcome, succeededOutcome, type ToolCallOutcome } from './tool-call-outcome.ts';
import type { Toolbox } from './toolbox.ts';
import type { ToolWork, WorkDone } from './tool-work.ts';

/** How one call was run. */
export type CallRun =
  | (WorkDone & { readonly input: unknown; readonly denied?: never })
  /** Why a hook did not let it run. */
  | { readonly denied: string };

/** Runs single calls, with hooks around them. It returns whatever tools and hooks do. */
export class CallRunner {
  readonly #settings: LoopSettings;
  readonly #toolbox: Toolbox;
  readonly #work: ToolWork;
  #hookFailure: AppError | undefined;

  constructor(settings: LoopSettings, toolbox: Toolbox, work: ToolWork) {
    this.#settings = settings;
    this.#toolbox = toolbox;
    this.#work = work;
  }

  /** How a hook failed, once one has: the run is to end then. */
  get hookFailure(): AppError | undefined {
    return this.#hookFailure;
  }

  /** Runs one call, that `key` identifies. */
  async run(turn: number, call: ToolCallPart, key: string): Promise<CallRun> {
    const { hooks, context, signal } = this.#settings;
    const tool = this.#toolbox.get(call.name);
    if (tool === undefined) {
      return { input: call.input, outcome: failedOutcome(this.#toolbox.missing(call.name)), reused: false };
    }
    if (hooks.beforeToolCall === undefined && hooks.afterToolCall === undefined) {
      const { outcome, reused } = await this.#work.do(tool, call, key);
      return { input: call.input, outcome, reused };
    }
    return this.#runHooked({ turn, call, tool, context: { ...context, toolCallId: call.id, signal } }, key);
  }

  async #runHooked(ahead: CallAhead, key: string): Promise<CallRun> {
    const { call, tool, context } = ahead;
    const change = await this.#askBefore(ahead);
    if (change !== undefined && 'deny' in change) return { denied: change.deny };

    const ready = change !== undefined && 'input' in change ? { ...ahead, call: withInput(call, change.input) } : ahead;
    const done =
      change !== undefined && 'output' in change
        ? { outcome: succeededOutcome(tool, change.output, context.logger), reused: false }
        : await this.#work.do(tool, ready.call, ready === ahead ? key : callKey(ready.call));
    const outcome = await this.#askAfter(ready, done.outcome);
    return { input: ready.call.input, outcome, reused: done.reused };
  }

  async #askBefore(ahead: CallAhead): Promise<CallChange | undefined> {
    const { hooks, signal } = this.#settings;
    if (hooks.beforeToolCall === undefined) return undefined;
    try {
      return await askHook('beforeToolCall', () => hooks.beforeToolCall?.(ahead), signal);
    } catch (thrown) {
      this.#hookFailure ??= toAppError(thrown);
      return { deny: 'the run had failed.' };
    }
  }

  /** What the tool did stays done when the hook fails. */
  async #askAfter(ahead: CallAhead, outcome: ToolCallOutcome): Promise<ToolCallOutcome> {
    const { hooks, signal } = this.#settings;
    if (hooks.afterToolCall === undefined) return outcome;
    const made = { ...ahead, outcome };
    try {
      return changedOutcome(made, await askHook('afterToolCall', () => hooks.afterToolCall?.(made), signal));
    } catch (thrown) {
      this.#hookFailure ??= toAppError(thrown);
      return outcome;
    }
  }
}

/** The call with arguments that are sound, whatever they were. */
function withInput(call: ToolCallPart, input: unknown): ToolCallPart {
  const { malformed: _, ...sound } = call;
  return { ...sound, input };
}
