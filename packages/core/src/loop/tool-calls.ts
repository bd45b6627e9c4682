import { AppError, toAppError } from '../error/app-error.ts';
import { toolCallsOf, type ToolCallPart, type ToolResultPart } from '../message/message.ts';
import {
  callTool,
  failedOutcome,
  succeededOutcome,
  toOutcome,
  toResultText,
  type ApprovalDecision,
  type CheckedCall,
  type ToolCallOutcome,
} from '../tool/call-tool.ts';
import { toJsonText } from '../tool/to-json-text.ts';
import { mapInBatches } from '../wait/map-concurrently.ts';
import type { OpenTurn, ToolCallRecord } from './agentic-result.ts';
import type { Withholding } from './ending.ts';
import { changedOutcome, askHook, type CallAhead } from './loop-hooks.ts';
import type { LoopSettings } from './loop-settings.ts';
import type { LoopState } from './loop-state.ts';
import { SharedReads } from './shared-reads.ts';

/** Answer to one call. A withheld call has no record: it was not attempted. A call that waits for approval has no result. */
export interface ToolCallAnswer {
  readonly call: ToolCallPart;
  readonly result?: ToolResultPart;
  readonly record?: ToolCallRecord;
}

/** How one call was run. */
type CallRun =
  | { readonly input: unknown; readonly outcome: ToolCallOutcome; readonly reused: boolean }
  | { readonly denied: string }
  | { readonly waiting: true };

type TimedOutcome = ToolCallOutcome & { readonly durationMs: number };

/** The tools' side of a run: answers the calls of each turn, with hooks, approval, journal and events around {@link callTool}. */
export class ToolCalls {
  readonly #settings: LoopSettings;
  readonly #state: LoopState;
  readonly #reads = new SharedReads();
  #failure: AppError | undefined;

  constructor(settings: LoopSettings, state: LoopState) {
    this.#settings = settings;
    this.#state = state;
  }

  /** The first failure of a hook, the approval or the journal. It ends the run. */
  get failure(): AppError | undefined {
    return this.#failure;
  }

  /**
   * Answers the calls of a turn in their order: concurrently, but an exclusive call alone; known answers are kept. A call is not
   * begun when it is withheld, the signal has fired, a limit is reached or the run has failed.
   */
  answer({ turn, message, answers: known }: OpenTurn, withheld: Withholding | undefined): Promise<ToolCallAnswer[]> {
    const answer = (call: ToolCallPart): Promise<ToolCallAnswer> => {
      const result = known.find(({ id }) => id === call.id);
      return result === undefined ? this.#answer(turn, call, withheld) : Promise.resolve({ call, result });
    };
    const isExclusive = ({ name }: ToolCallPart): boolean => this.#state.toolbox.get(name)?.exclusive === true;
    return mapInBatches(toolCallsOf(message), { isExclusive, limit: this.#settings.toolConcurrency, map: answer });
  }

  /** Answers the calls that still wait for approval, if the run is over. */
  async close(turn: number, answers: readonly ToolCallAnswer[]): Promise<readonly ToolCallAnswer[]> {
    const over = this.#overReason();
    if (over === undefined) return answers;
    const close = async (answer: ToolCallAnswer): Promise<ToolCallAnswer> =>
      answer.result === undefined ? this.#withhold(turn, answer.call, over) : answer;
    return Promise.all(answers.map(close));
  }

  async #answer(turn: number, call: ToolCallPart, withheld: Withholding | undefined): Promise<ToolCallAnswer> {
    const { emit, journal } = this.#settings;
    const { id: toolCallId, name: tool, input } = call;
    emit({ type: 'tool_call', turn, id: toolCallId, name: tool, input });
    const key = callKey(call);
    const reason = this.#refusal(turn, call, { key, withheld });
    if (reason !== undefined) return this.#withhold(turn, call, reason);

    const startedAt = performance.now();
    let run: CallRun;
    try {
      run = await this.#run(turn, call, key);
    } catch (thrown) {
      this.#failure ??= toAppError(thrown);
      run = { denied: runFailed };
    }
    if ('denied' in run) return this.#withhold(turn, call, run.denied);
    if ('waiting' in run) {
      emit({ type: 'approval_required', turn, id: toolCallId, name: tool, input });
      return { call };
    }
    const durationMs = Math.round(performance.now() - startedAt);
    const outcome = { ...run.outcome, durationMs };
    this.#state.stalls.addResult(key, outcome.text, turn);
    const result = this.#toResult(call, outcome);
    if (journal !== undefined) await this.#writeAnswer(turn, result, outcome);
    this.#emitResult(turn, result, outcome);
    const { output, isError } = outcome;
    const record = { tool, input: run.input, output, toolCallId, isError, durationMs };
    return { call, result, record: run.reused ? { ...record, reused: true } : record };
  }

  #run(turn: number, call: ToolCallPart, key: string): Promise<CallRun> {
    const { context: shared, signal, emit, hooks } = this.#settings;
    const { id: toolCallId, name, input } = call;
    const tool = this.#state.toolbox.get(name);
    if (tool === undefined) {
      return Promise.resolve({ input, outcome: failedOutcome(this.#state.toolbox.notFound(name)), reused: false });
    }
    const report = (text: string): void => emit({ type: 'tool_output', turn, id: toolCallId, name, text });
    const ahead = { turn, call, tool, context: { ...shared, toolCallId, signal, report } };
    return hooks.beforeToolCall === undefined ? this.#call(ahead, key) : this.#callHooked(ahead, key);
  }

  /** Calls the tool as `beforeToolCall` wants it. */
  async #callHooked(ahead: CallAhead, key: string): Promise<CallRun> {
    const { hooks, waits } = this.#settings;
    const { call, tool, context } = ahead;
    const change = await askHook('beforeToolCall', () => hooks.beforeToolCall?.(ahead), waits);
    if (change === undefined) return this.#call(ahead, key);
    if ('deny' in change) return { denied: change.deny };
    if ('output' in change) {
      const outcome = succeededOutcome(tool, change.output, context.logger);
      return { input: call.input, outcome: await this.#askAfter(ahead, outcome), reused: false };
    }
    const { malformed: _, ...rest } = call;
    const changed = { ...rest, input: change.input };
    return this.#call({ ...ahead, call: changed }, callKey(changed));
  }

  async #call(ahead: CallAhead, key: string): Promise<CallRun> {
    const { approve, journal, waits, toolTimeoutMs } = this.#settings;
    const { turn, call, tool, context } = ahead;
    const result = await callTool(tool, call.input, {
      context,
      waits,
      timeoutMs: toolTimeoutMs,
      msLeft: this.#state.ledger.msLeft,
      isMalformed: call.malformed === true,
      share: (execute) => this.#reads.read(key, execute),
      approve:
        approve &&
        (async ({ input, effect }: CheckedCall): Promise<ApprovalDecision> =>
          (await askHook('approve', () => approve({ ...ahead, input, effect }), waits)) ?? notApproved),
      onBegin: journal && ((effect) => journal.callBegun({ turn, call, tool, effect })),
    });
    if (result.status === 'waiting') return { waiting: true };
    if (result.status === 'denied') return { denied: result.reason };
    const outcome = await this.#askAfter(ahead, toOutcome(tool, result, context.logger));
    return { input: call.input, outcome, reused: result.status === 'completed' && result.reused };
  }

  /** When the hook fails, the call keeps its outcome. */
  async #askAfter(ahead: CallAhead, outcome: ToolCallOutcome): Promise<ToolCallOutcome> {
    const { hooks, waits } = this.#settings;
    if (hooks.afterToolCall === undefined) return outcome;
    const made = { ...ahead, outcome };
    try {
      return changedOutcome(made, await askHook('afterToolCall', () => hooks.afterToolCall?.(made), waits));
    } catch (thrown) {
      this.#failure ??= toAppError(thrown);
      return outcome;
    }
  }

  #overReason(): string | undefined {
    if (this.#settings.signal.aborted) return 'the run was stopped.';
    return this.#failure === undefined ? undefined : runFailed;
  }

  /** The reason not to begin a call, if any. The finish tool is refused only when the run is over. */
  #refusal(
    turn: number,
    { name }: ToolCallPart,
    { key, withheld }: { readonly key: string; readonly withheld: Withholding | undefined },
  ): string | undefined {
    const { stalls, ledger } = this.#state;
    const over = this.#overReason();
    if (over !== undefined) return over;
    if (name === this.#settings.finish?.tool.name && withheld?.isFinal !== true) return undefined;
    return withheld?.reason ?? stalls.refuse(key, turn) ?? ledger.refuseCall();
  }

  async #withhold(turn: number, call: ToolCallPart, reason: string): Promise<ToolCallAnswer> {
    const failed = failedOutcome(new AppError({ code: 'ABORTED', message: `Not run: ${reason}` }));
    const outcome = { ...failed, durationMs: 0 };
    const result = this.#toResult(call, outcome);
    await this.#writeAnswer(turn, result, outcome);
    this.#emitResult(turn, result, outcome);
    return { call, result };
  }

  #toResult({ id, name }: ToolCallPart, outcome: ToolCallOutcome): ToolResultPart {
    const { toolbox } = this.#state;
    const { maxResultChars } = this.#settings;
    const output = toResultText(toolbox.get(name) ?? {}, outcome, {
      maxResultChars,
      keep: (text) => toolbox.keepCut(id, text),
    });
    return { type: 'tool_result', id, name, output, isError: outcome.isError };
  }

  async #writeAnswer(turn: number, result: ToolResultPart, outcome: TimedOutcome): Promise<void> {
    const { durationMs, clientEvents } = outcome;
    try {
      await this.#settings.journal?.callEnded({ turn, result, durationMs, clientEvents });
    } catch (thrown) {
      this.#failure ??= toAppError(thrown);
    }
  }

  #emitResult(turn: number, result: ToolResultPart, { durationMs, clientEvents }: TimedOutcome): void {
    const { id, name, output, isError } = result;
    this.#settings.emit({ type: 'tool_result', turn, id, name, output, isError, durationMs, clientEvents });
  }
}

const runFailed = 'the run had failed.';
const notApproved = { deny: 'it was not approved.' };

/** Identifies identical calls: the tool and the input. */
function callKey({ name, input }: Pick<ToolCallPart, 'name' | 'input'>): string {
  try {
    return `${name} ${JSON.stringify(input)}`;
  } catch {
    // A model's input is JSON; an input from a hook may be any value.
    return `${name} ${toJsonText(input)}`;
  }
}
