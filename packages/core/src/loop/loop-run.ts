import { toAppError } from '../error/app-error.ts';
import { toolCallsOf, type ToolCallPart, type ToolMessage, type ToolResultPart } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { toJsonText } from '../tool/to-json-text.ts';
import type { AgenticResult, OpenTurn, ToolCallRecord } from './agentic-result.ts';
import { endingAfter, endingWithOutput, withholdingAt, type Ending } from './ending.ts';
import { toLoopSettings, type LoopSettings } from './loop-settings.ts';
import { createLoopState, type LoopState } from './loop-state.ts';
import { ModelTurns } from './model-turns.ts';
import { ToolCalls, type ToolCallAnswer } from './tool-calls.ts';
import type { RunToolLoopConfig } from './tool-loop-config.ts';

/** Runs the loop. @throws AppError `VALIDATION_ERROR` for a configuration that cannot work. */
export async function runLoop<Output = undefined>(
  model: ChatModel,
  config: RunToolLoopConfig<Output>,
): Promise<AgenticResult<Output>> {
  const settings = toLoopSettings(model, config);
  const state = createLoopState(settings, config.messages);
  const run = new LoopRun(settings, state);
  let ending: Ending;
  try {
    ending = await run.untilEnd();
  } catch (thrown) {
    state.history.close();
    ending = { stopReason: 'model_error', error: toAppError(thrown) };
  } finally {
    settings.waits.close();
  }
  return toResult(settings, state, ending);
}

/** One run: turns of the model and calls of tools, in alternation. */
class LoopRun {
  readonly #settings: LoopSettings;
  readonly #state: LoopState;
  readonly #turns: ModelTurns;
  readonly #calls: ToolCalls;

  constructor(settings: LoopSettings, state: LoopState) {
    this.#settings = settings;
    this.#state = state;
    this.#turns = new ModelTurns(settings, state);
    this.#calls = new ToolCalls(settings, state);
  }

  async untilEnd(): Promise<Ending> {
    const { pending, signal } = this.#settings;
    let ending: Ending | undefined = this.#state.ledger.exhausted();
    if (pending !== undefined) {
      this.#state.history.addAnswer(pending.message);
      ending = await this.#answerCalls(pending, ending);
    }
    while (ending === undefined) ending = signal.aborted ? { stopReason: 'aborted' } : await this.#takeTurn();
    return ending;
  }

  /** Takes one turn and answers its calls. Returns how the run ends, if it does. */
  async #takeTurn(): Promise<Ending | undefined> {
    const { emit, journal } = this.#settings;
    const { ledger, history, stalls } = this.#state;
    const closing = ledger.closing() ?? stalls.closing;
    const before = history.messages.length;
    const plan = await this.#turns.plan(closing);
    const { turn, wrapUp } = plan;

    ledger.beginTurn();
    emit({ type: 'turn_start', turn, model: this.#turns.modelId, wrapUp });
    const { message, finish, error } = await this.#turns.take(plan);
    if (message === undefined) return { stopReason: 'model_error', error };
    history.addAnswer(message);
    if (journal !== undefined) {
      const added = history.messages.slice(before);
      await journal.turnEnded({ turn, message, finish, added, steps: ledger.stepsOf(turn) });
    }
    emit({ type: 'turn_end', turn, finish, usage: ledger.usageOf(turn), message });

    const hasCalls = toolCallsOf(message).length > 0;
    const ending = endingAfter({ finish, hasCalls, wrapUp, closing, error });
    return this.#answerCalls({ turn, message, answers: [] }, ending);
  }

  /**
   * Answers the calls of a turn, whose message is the last of the history. Returns how the run ends, if it does; `ending` is how
   * it ends whatever the calls yield.
   */
  async #answerCalls(open: OpenTurn, ending: Ending | undefined): Promise<Ending | undefined> {
    const { journal, onIteration, finish } = this.#settings;
    const { ledger, history } = this.#state;
    const { turn } = open;
    const given = await this.#calls.answer(open, ending && withholdingAt(ending));
    const isOpen = given.some(({ result }) => result === undefined);
    const { results, records, waiting } = sortAnswers(isOpen ? await this.#calls.close(turn, given) : given);
    ledger.calls.push(...records);
    if (waiting.length > 0) {
      history.withdrawAnswer();
      return { stopReason: 'approval', pending: { ...open, answers: results, waiting } };
    }
    if (results.length > 0) {
      const note = ending === undefined ? this.#noteAfter(records) : undefined;
      const message: ToolMessage = { role: 'tool', content: results, ...(note !== undefined && { note }) };
      history.add(message);
      if (journal !== undefined && this.#calls.failure === undefined) await journal.callsAnswered({ turn, message });
    }
    onIteration(ledger.iterations, records);
    if (this.#calls.failure !== undefined) return { stopReason: 'model_error', error: this.#calls.failure };
    return finish === undefined ? ending : endingWithOutput(ending, finish, ledger);
  }

  /** Note to the model after the results: calls that fail, or a limit that is near. */
  #noteAfter(records: readonly ToolCallRecord[]): string | undefined {
    const { stalls, ledger } = this.#state;
    const notes = [stalls.review(records), ledger.nearNote()].filter((note) => note !== undefined);
    return notes.length === 0 ? undefined : notes.join(' ');
  }
}

/** Sorts answers into results and records, and the calls that wait for approval. */
function sortAnswers(answers: readonly ToolCallAnswer[]): {
  readonly results: readonly ToolResultPart[];
  readonly records: readonly ToolCallRecord[];
  readonly waiting: readonly ToolCallPart[];
} {
  const results: ToolResultPart[] = [];
  const records: ToolCallRecord[] = [];
  const waiting: ToolCallPart[] = [];
  for (const { call, result, record } of answers) {
    if (result === undefined) waiting.push(call);
    else results.push(result);
    if (record !== undefined) records.push(record);
  }
  return { results, records, waiting };
}

/** Emits the end of a run and builds its result. */
function toResult<Output>(
  { signal, emit, finish }: LoopSettings<Output>,
  { history, ledger }: LoopState,
  ending: Ending,
): AgenticResult<Output> {
  const { steps, usage, costUsd } = ledger;
  const answer = finish?.answer();
  const wasAborted = signal.aborted && ending.stopReason === 'model_error';
  const { stopReason, ...why }: Ending = wasAborted ? { stopReason: 'aborted' } : ending;
  const error = why.error === undefined ? {} : { error: why.error };
  emit({ type: 'loop_end', stopReason, usage, ...error });
  return {
    finalMessage: history.lastText || (answer === undefined ? '' : toJsonText(answer.value)),
    iterations: ledger.iterations,
    toolCallsExecuted: ledger.calls,
    totalTokens: { input: usage.inputTokens, output: usage.outputTokens },
    stopReason,
    messages: history.messages,
    newMessages: history.newMessages,
    steps,
    usage,
    ...(costUsd !== undefined && { costUsd }),
    ...(answer !== undefined && { output: answer.value }),
    ...why,
  };
}
