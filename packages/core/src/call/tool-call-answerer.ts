import { AppError } from '../error/app-error.ts';
import type { ToolCallRecord } from '../loop/agentic-result.ts';
import type { Ledger } from '../loop/ledger.ts';
import type { LoopSettings } from '../loop/loop-settings.ts';
import type { ToolCallPart, ToolResultPart } from '../message/message.ts';
import { boundText } from './bound-text.ts';
import { callKey } from './call-key.ts';
import { CallRunner } from './call-runner.ts';
import type { Course } from './course.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { readOn } from './read-result.ts';
import type { ResultReader } from './result-reader.ts';
import { failedOutcome, type ToolCallOutcome } from './tool-call-outcome.ts';
import type { Toolbox } from './toolbox.ts';
import { ToolWork } from './tool-work.ts';

/** What became of one call. One that was withheld has no record: nothing was tried. One that waits has no result either. */
export interface ToolCallAnswer {
  readonly call: ToolCallPart;
  readonly result?: ToolResultPart;
  readonly record?: ToolCallRecord;
}

/** Why calls are not run. Unless that is final, the call that gives the final answer is run all the same. */
export interface Withholding {
  readonly reason: string;
  readonly isFinal?: boolean;
}

/** What calls are answered with. */
export interface AnswererParts {
  readonly settings: LoopSettings;
  readonly toolbox: Toolbox;
  readonly ledger: Ledger;
  readonly course: Course;
  readonly reader: ResultReader;
}

/** Answers the calls of each turn, in their order, and tells observers of each call and its result. */
export class ToolCallAnswerer {
  readonly #parts: AnswererParts;
  readonly #runner: CallRunner;

  constructor(parts: AnswererParts) {
    const { settings, toolbox, ledger } = parts;
    this.#parts = parts;
    this.#runner = new CallRunner(settings, toolbox, new ToolWork(settings, ledger));
  }

  /** How a hook, the approval or the journal failed, once one has. */
  get failure(): AppError | undefined {
    return this.#runner.failure;
  }

  /**
   * Runs the calls, several at once, one that is exclusive by itself. None is begun that is withheld, nor any once the signal
   * fired, a limit is reached or the run failed.
   */
  async answer(
    turn: number,
    calls: readonly ToolCallPart[],
    withheld: Withholding | undefined,
  ): Promise<readonly ToolCallAnswer[]> {
    const { settings, toolbox } = this.#parts;
    if (calls.length === 1) return [await this.#answer(turn, calls[0] as ToolCallPart, withheld)];
    const answers: ToolCallAnswer[] = [];
    for (const batch of toBatches(calls, ({ name }) => toolbox.get(name)?.exclusive === true)) {
      const answer = (call: ToolCallPart): Promise<ToolCallAnswer> => this.#answer(turn, call, withheld);
      answers.push(...(await mapConcurrently(batch, settings.toolConcurrency, answer)));
    }
    return answers;
  }

  async #answer(turn: number, call: ToolCallPart, withheld: Withholding | undefined): Promise<ToolCallAnswer> {
    const { settings, course } = this.#parts;
    const { id: toolCallId, name: tool, input } = call;
    settings.emit({ type: 'tool_call', turn, id: toolCallId, name: tool, input });
    const key = callKey(call);
    const reason = this.#whyNot(turn, key, { withheld, isFinish: tool === settings.finish?.tool.name });
    if (reason !== undefined) return this.#withhold(turn, call, reason);

    const startedAt = performance.now();
    const run = await this.#runner.run(turn, call, key);
    if ('denied' in run) return this.#withhold(turn, call, run.denied);
    if ('waiting' in run) {
      settings.emit({ type: 'approval_required', turn, id: toolCallId, name: tool, input });
      return { call };
    }
    const durationMs = Math.round(performance.now() - startedAt);
    const { output, isError, text } = run.outcome;
    course.note(key, text, turn);
    const result = await this.#tellResult(turn, call, { ...run.outcome, durationMs });
    const record = { tool, input: run.input, output, toolCallId, isError, durationMs };
    return { call, result, record: run.reused ? { ...record, reused: true } : record };
  }

  #whyNot(
    turn: number,
    key: string,
    { withheld, isFinish }: { readonly withheld: Withholding | undefined; readonly isFinish: boolean },
  ): string | undefined {
    const { settings, course, ledger } = this.#parts;
    if (settings.signal.aborted) return 'the run was stopped.';
    if (this.failure !== undefined) return 'the run had failed.';
    if (isFinish && withheld?.isFinal !== true) return undefined;
    return withheld?.reason ?? course.refuse(key, turn) ?? ledger.refuseCall();
  }

  async #withhold(turn: number, call: ToolCallPart, reason: string): Promise<ToolCallAnswer> {
    const outcome = failedOutcome(new AppError({ code: 'ABORTED', message: `Not run: ${reason}` }));
    return { call, result: await this.#tellResult(turn, call, { ...outcome, durationMs: 0 }) };
  }

  async #tellResult(
    turn: number,
    { id, name }: ToolCallPart,
    { text, isError, clientEvents, durationMs }: ToolCallOutcome & { readonly durationMs: number },
  ): Promise<ToolResultPart> {
    const { settings, toolbox, reader } = this.#parts;
    const maxChars = toolbox.get(name)?.maxResultChars ?? settings.maxResultChars;
    const handle = text.length > maxChars ? reader.keep(id, text) : undefined;
    const output = boundText(text, maxChars, handle === undefined ? undefined : (offset) => readOn(handle, offset));
    const result: ToolResultPart = { type: 'tool_result', id, name, output, isError };
    if (settings.journal !== undefined) {
      const ended = settings.journal.callEnded({ turn, result, durationMs, clientEvents });
      await ended.catch((thrown: unknown) => this.#runner.fail(thrown));
    }
    settings.emit({ type: 'tool_result', turn, id, name, output, isError, durationMs, clientEvents });
    return result;
  }
}

/** Groups that may run at once, one after the other: neighbours together, and what is exclusive by itself. */
function toBatches<Item>(items: readonly Item[], isExclusive: (item: Item) => boolean): readonly (readonly Item[])[] {
  const batches: Item[][] = [];
  let isOpen = false;
  for (const item of items) {
    const exclusive = isExclusive(item);
    if (isOpen && !exclusive) batches.at(-1)?.push(item);
    else batches.push([item]);
    isOpen = !exclusive;
  }
  return batches;
}
