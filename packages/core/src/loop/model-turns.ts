import { AppError, toAppError } from '../error/app-error.ts';
import { textOf, toolCallsOf, userMessage, type AssistantMessage } from '../message/message.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { ModelRequest } from '../model/model-request.ts';
import type { Usage } from '../model/usage.ts';
import type { Closing } from './agentic-result.ts';
import { ContextWindow } from './context-window.ts';
import type { RestartReason } from './loop-event.ts';
import { askHook } from './loop-hooks.ts';
import type { LoopSettings } from './loop-settings.ts';
import type { LoopState } from './loop-state.ts';
import { ModelChain } from './model-chain.ts';
import { planCorrection, type Correction } from './plan-correction.ts';

/** A turn to take. */
interface TurnPlan {
  readonly turn: number;
  readonly wrapUp: boolean;
  readonly request: ModelRequest;
}

/** Result of a turn: an answer, or the error that left the turn without one. */
type TurnResult =
  | (Answer & {
      /** Set when the answer ends the run: it says nothing, or a hook failed on it. */
      readonly error?: AppError;
    })
  | { readonly message?: never; readonly finish?: never; readonly error: AppError };

interface Answer {
  readonly message: AssistantMessage;
  readonly finish: FinishReason;
  /** Usage of the answer itself, without void answers before it. */
  readonly usage: Usage;
}

/** The model's side of a run: plans each turn and gets a usable answer for it. */
export class ModelTurns {
  readonly #settings: LoopSettings;
  readonly #state: LoopState;
  readonly #chain: ModelChain;
  readonly #window: ContextWindow;

  constructor(settings: LoopSettings, state: LoopState) {
    this.#settings = settings;
    this.#state = state;
    this.#chain = new ModelChain(settings, state);
    this.#window = new ContextWindow(settings, state, this.#chain);
  }

  /** Id of the model that takes the next turn. */
  get modelId(): string {
    return this.#chain.model.id;
  }

  /** Prepares the next turn's request. `closing` is set when the turn is the last. */
  async plan(closing: Closing | undefined): Promise<TurnPlan> {
    const { tools, request: shared, hooks, finish, signal, waits } = this.#settings;
    const { ledger, history, toolbox } = this.#state;
    const turn = ledger.iterations;
    const hasTools = tools.length > 0;
    const wrapUp = closing !== undefined && hasTools;
    const base: Omit<ModelRequest, 'messages'> = {
      ...shared,
      ...(hasTools && { tools: toolbox.described }),
      ...(wrapUp && { toolChoice: finish === undefined ? 'none' : 'required' }),
    };
    await this.#window.fit(turn, base);

    const notes = wrapUp ? [userMessage(lastTurnNote(closing, finish?.tool.name))] : [];
    const request: ModelRequest = { ...base, messages: history.shownWith(notes) };
    if (hooks.beforeTurn === undefined) return { turn, wrapUp, request };

    const change = await askHook('beforeTurn', () => hooks.beforeTurn?.({ turn, wrapUp, request, signal }), waits);
    history.add(...(change?.messages ?? []));
    return { turn, wrapUp, request: { ...request, ...change?.request, messages: history.shownWith(notes) } };
  }

  /**
   * Takes one turn. While the answer cannot be used, or a hook asks for another, it is void and the model is asked again.
   * Failures of models and hooks are results; it never throws.
   */
  async take(plan: TurnPlan): Promise<TurnResult> {
    const { ledger, toolbox } = this.#state;
    const { turn, wrapUp } = plan;
    const finishTool = this.#settings.finish?.tool.name;
    const restarts: RestartReason[] = [];
    const isLeft = (correction: Correction | undefined): correction is Correction =>
      correction !== undefined && restarts.filter((reason) => reason === correction.reason).length < correction.limit;

    for (let { request } = plan; ; ) {
      const asked = await this.#chain.ask(turn, request);
      if (asked.message === undefined || this.#settings.signal.aborted) return asked;
      const { finish, usage } = asked;
      const message = finish === 'length' ? asked.message : toolbox.repairCalls(asked.message);
      const answer = { message, finish, usage };

      const limits = this.#chain.model;
      const planned = planCorrection({ message, finish, usage, request, wrapUp, limits, finishTool });
      let correction: Correction | undefined;
      try {
        correction = isLeft(planned) ? planned : await this.#hookCorrection(answer, plan);
      } catch (thrown) {
        return { ...answer, error: toAppError(thrown) };
      }
      if (!isLeft(correction) || ledger.exhausted() !== undefined) {
        return planned === undefined || wrapUp ? answer : requireContent(answer);
      }
      restarts.push(correction.reason);
      request = correctedRequest(request, message, correction);
      this.#emitRestart(turn, correction);
    }
  }

  #emitRestart(turn: number, { reason, notice }: Correction): void {
    const { emit } = this.#settings;
    const restart = { type: 'turn_restarted', turn, model: this.modelId, reason, delayMs: 0 } as const;
    if (notice === undefined) return emit(restart);
    emit({ ...restart, hasNotice: true });
    emit({ type: 'content_delta', turn, text: notice });
  }

  async #hookCorrection(answer: Answer, { turn, wrapUp }: TurnPlan): Promise<Correction | undefined> {
    const { hooks, signal, waits } = this.#settings;
    if (hooks.afterTurn === undefined) return undefined;
    const { messages } = this.#state.history;
    const taken = { turn, wrapUp, model: this.modelId, ...answer, messages, signal };
    const retry = await askHook('afterTurn', () => hooks.afterTurn?.(taken), waits);
    return retry && { reason: 'hook', limit: 3, note: retry.message, notice: retry.notice };
  }
}

/** Note to the model in its last turn. It is not part of the history. */
function lastTurnNote({ stopReason, limit }: Closing, finishTool: string | undefined): string {
  const answer = finishTool === undefined ? 'Answer now' : `Call ${finishTool} now`;
  return `${lastTurnReason(stopReason, limit)} No more tools can be used. ${answer} with what you know; if something is missing, say what.`;
}

function lastTurnReason(stopReason: Closing['stopReason'], limit: Closing['limit']): string {
  if (stopReason === 'repeated_call') return 'You keep making the same call.';
  if (limit === 'failures') return 'Too many tool calls failed in a row.';
  return limit === undefined ? 'This is the last turn.' : `The budget for this work is used up (${limit}).`;
}

/** Accepts an answer that has text or calls; an empty one is an error. */
function requireContent(answer: Answer): TurnResult {
  const { message } = answer;
  const isEmpty = textOf(message).trim() === '' && toolCallsOf(message).length === 0;
  if (!isEmpty) return answer;
  return { ...answer, error: new AppError({ code: 'EXTERNAL_API_ERROR', message: 'The model gave no answer.' }) };
}

/** The request again, followed by the void answer's text and the note about it. */
function correctedRequest(
  request: ModelRequest,
  answer: AssistantMessage,
  { note, request: overrides }: Correction,
): ModelRequest {
  if (note === undefined) return { ...request, ...overrides };
  const text = answer.content.filter((part) => part.type === 'text' && part.text.trim() !== '');
  const said: readonly AssistantMessage[] = text.length === 0 ? [] : [{ role: 'assistant', content: text }];
  return { ...request, ...overrides, messages: [...request.messages, ...said, userMessage(note)] };
}
