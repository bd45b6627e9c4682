import { AppError } from '../error/app-error.ts';
import type { ToolCallPart, ToolResultPart } from '../message/message.ts';
import type { ToolCallRecord } from './agentic-result.ts';
import { boundText } from './bound-text.ts';
import type { LoopSettings } from './loop-settings.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { runToolCall } from './run-tool-call.ts';
import { failedOutcome, type ToolCallOutcome } from './tool-call-outcome.ts';

/** The answer to one call. A call that was withheld has no record: nothing was tried. */
export interface ToolCallAnswer {
  readonly result: ToolResultPart;
  readonly record?: ToolCallRecord;
}

/** Answers the calls of one turn, in their order, and tells observers of each call and its result. */
export class ToolCallAnswerer {
  readonly #turn: number;
  readonly #settings: LoopSettings;

  constructor(turn: number, settings: LoopSettings) {
    this.#turn = turn;
    this.#settings = settings;
  }

  /** Runs the calls, several at once. Once the signal fired no further call is begun. */
  run(calls: readonly ToolCallPart[]): Promise<readonly ToolCallAnswer[]> {
    return mapConcurrently(calls, this.#settings.toolConcurrency, async (call) =>
      this.#settings.signal.aborted ? this.#withhold(call, 'the run was stopped.') : this.#run(call),
    );
  }

  /** Answers the calls without running them. */
  withhold(calls: readonly ToolCallPart[], reason: string): readonly ToolCallAnswer[] {
    return calls.map((call) => this.#withhold(call, reason));
  }

  async #run(call: ToolCallPart): Promise<ToolCallAnswer> {
    this.#tellCall(call);
    const startedAt = performance.now();
    const outcome = await runToolCall(call, this.#settings);
    const durationMs = Math.round(performance.now() - startedAt);
    const { id, name, input } = call;
    return {
      result: this.#tellResult(call, outcome, durationMs),
      record: { tool: name, input, output: outcome.output, toolCallId: id, isError: outcome.isError, durationMs },
    };
  }

  #withhold(call: ToolCallPart, reason: string): ToolCallAnswer {
    this.#tellCall(call);
    const outcome = failedOutcome(new AppError({ code: 'ABORTED', message: `Not run: ${reason}` }));
    return { result: this.#tellResult(call, outcome, 0) };
  }

  #tellCall({ id, name, input }: ToolCallPart): void {
    this.#settings.emit({ type: 'tool_call', turn: this.#turn, id, name, input });
  }

  #tellResult({ id, name }: ToolCallPart, outcome: ToolCallOutcome, durationMs: number): ToolResultPart {
    const output = boundText(outcome.text, this.#settings.maxResultChars);
    const { isError, clientEvents } = outcome;
    this.#settings.emit({ type: 'tool_result', turn: this.#turn, id, name, output, isError, durationMs, clientEvents });
    return { type: 'tool_result', id, name, output, isError };
  }
}
