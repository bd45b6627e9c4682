import { AppError } from '../error/app-error.ts';
import type { ToolCallRecord } from '../loop/agentic-result.ts';
import type { Ledger } from '../loop/ledger.ts';
import type { LoopSettings } from '../loop/loop-settings.ts';
import type { OpenTurn } from '../loop/pending-turn.ts';
import { toolCallsOf, type ToolCallPart, type ToolResultPart } from '../message/message.ts';
import { boundText } from './bound-text.ts';
import { callKey } from './call-key.ts';
import { CallRunner } from './call-runner.ts';
import type { Course } from './course.ts';
import { mapInBatches } from './map-in-batches.ts';
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

type ToldOutcome = ToolCallOutcome & { readonly durationMs: number };

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
   * Runs the calls of a turn, several at once, one that is exclusive by itself; those that have an answer keep it. None is begun
   * that is withheld, nor any once the signal fired, a limit is reached or the run failed.
   */
  answer({ turn, message, answers: known }: OpenTurn, withheld: Withholding | undefined): Promise<ToolCallAnswer[]> {
    const { settings, toolbox } = this.#parts;
    const answer = (call: ToolCallPart): Promise<ToolCallAnswer> => {
      const result = known.find(({ id }) => id === call.id);
      return result === undefined ? this.#answer(turn, call, withheld) : Promise.resolve({ call, result });
    };
    const isExclusive = ({ name }: ToolCallPart): boolean => toolbox.get(name)?.exclusive === true;
    return mapInBatches(toolCallsOf(message), { isExclusive, limit: settings.toolConcurrency, map: answer });
  }

  /** Answers the calls that still wait once the run is over. */
  async close(turn: number, answers: readonly ToolCallAnswer[]): Promise<readonly ToolCallAnswer[]> {
    const over = this.#whyOver();
    if (over === undefined) return answers;
    const close = async (answer: ToolCallAnswer): Promise<ToolCallAnswer> =>
      answer.result === undefined ? this.#withhold(turn, answer.call, over) : answer;
    return Promise.all(answers.map(close));
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
    const told = { ...run.outcome, durationMs };
    course.note(key, told.text, turn);
    const result = this.#toResult(call, told);
    if (settings.journal !== undefined) await this.#keep(turn, result, told);
    this.#tell(turn, result, told);
    const { output, isError } = told;
    const record = { tool, input: run.input, output, toolCallId, isError, durationMs };
    return { call, result, record: run.reused ? { ...record, reused: true } : record };
  }

  #whyOver(): string | undefined {
    if (this.#parts.settings.signal.aborted) return 'the run was stopped.';
    return this.failure === undefined ? undefined : 'the run had failed.';
  }

  #whyNot(
    turn: number,
    key: string,
    { withheld, isFinish }: { readonly withheld: Withholding | undefined; readonly isFinish: boolean },
  ): string | undefined {
    const { course, ledger } = this.#parts;
    const over = this.#whyOver();
    if (over !== undefined) return over;
    if (isFinish && withheld?.isFinal !== true) return undefined;
    return withheld?.reason ?? course.refuse(key, turn) ?? ledger.refuseCall();
  }

  async #withhold(turn: number, call: ToolCallPart, reason: string): Promise<ToolCallAnswer> {
    const outcome = failedOutcome(new AppError({ code: 'ABORTED', message: `Not run: ${reason}` }));
    const told = { ...outcome, durationMs: 0 };
    const result = this.#toResult(call, told);
    await this.#keep(turn, result, told);
    this.#tell(turn, result, told);
    return { call, result };
  }

  #toResult({ id, name }: ToolCallPart, { text, isError }: ToldOutcome): ToolResultPart {
    const { settings, toolbox, reader } = this.#parts;
    const maxChars = toolbox.get(name)?.maxResultChars ?? settings.maxResultChars;
    const handle = text.length > maxChars ? reader.keep(id, text) : undefined;
    const output = boundText(text, maxChars, handle === undefined ? undefined : (offset) => readOn(handle, offset));
    return { type: 'tool_result', id, name, output, isError };
  }

  async #keep(turn: number, result: ToolResultPart, { durationMs, clientEvents }: ToldOutcome): Promise<void> {
    try {
      await this.#parts.settings.journal?.callEnded({ turn, result, durationMs, clientEvents });
    } catch (thrown) {
      this.#runner.fail(thrown);
    }
  }

  #tell(turn: number, result: ToolResultPart, { durationMs, clientEvents }: ToldOutcome): void {
    const { id, name, output, isError } = result;
    this.#parts.settings.emit({ type: 'tool_result', turn, id, name, output, isError, durationMs, clientEvents });
  }
}
