import { repairCalls } from '../call/repair-calls.ts';
import { AppError, toAppError } from '../error/app-error.ts';
import { askHook } from '../loop/ask-hook.ts';
import type { RestartReason } from '../loop/loop-event.ts';
import type { LoopParts } from '../loop/loop-parts.ts';
import { textOf, toolCallsOf, userMessage, type AssistantMessage } from '../message/message.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { ModelRequest } from '../model/model-request.ts';
import type { Usage } from '../model/usage.ts';
import { planCorrection, type Correction } from './plan-correction.ts';

/** A turn to take. */
export interface TurnPlan {
  readonly turn: number;
  readonly wrapUp: boolean;
  readonly request: ModelRequest;
}

/** What a turn came to: an answer to go on with, or the error that left it without one. */
export type TurnResult =
  | (Answer & {
      /** What is wrong with the answer, which stands: it is none, or a hook failed over it. */
      readonly error?: AppError;
    })
  | { readonly message?: never; readonly finish?: never; readonly error: AppError };

interface Answer {
  readonly message: AssistantMessage;
  readonly finish: FinishReason;
  /** Of the answer itself. */
  readonly usage: Usage;
}

/**
 * Takes one turn: a model answers, and is asked again, in other words, while its answer is too odd to go on with or a hook
 * wants another. What was said before is void then. It returns whatever models and hooks do.
 */
export async function takeTurn(plan: TurnPlan, parts: LoopParts): Promise<TurnResult> {
  const { settings, chain, toolbox, ledger } = parts;
  const { turn, wrapUp } = plan;
  const finishTool = settings.finish?.tool.name;
  const restarts: RestartReason[] = [];
  const isLeft = (correction: Correction | undefined): correction is Correction =>
    correction !== undefined && restarts.filter((reason) => reason === correction.reason).length < correction.limit;

  for (let { request } = plan; ; ) {
    const asked = await chain.ask(turn, request);
    if (asked.message === undefined || settings.signal.aborted) return asked;
    const { finish, usage } = asked;
    const message = finish === 'length' ? asked.message : repairCalls(asked.message, toolbox);
    const answer = { message, finish, usage };

    const { model } = chain;
    const oddity = planCorrection({ message, finish, usage, request, wrapUp, limits: model, finishTool });
    let correction: Correction | undefined;
    try {
      correction = isLeft(oddity) ? oddity : await hookCorrection(answer, plan, parts);
    } catch (thrown) {
      return { ...answer, error: toAppError(thrown) };
    }
    if (!isLeft(correction) || ledger.exhausted() !== undefined) {
      return oddity === undefined || wrapUp ? answer : withoutRemedy(answer);
    }

    const { reason, notice } = correction;
    restarts.push(reason);
    request = correctedRequest(request, message, correction);
    settings.emit({ type: 'turn_restarted', turn, model: chain.model.id, reason, delayMs: 0 });
    if (notice !== undefined) settings.emit({ type: 'content_delta', turn, text: notice });
  }
}

async function hookCorrection(
  { message, finish, usage }: Answer,
  { turn, wrapUp }: TurnPlan,
  { settings: { hooks, signal, waits }, chain, conversation: { messages } }: LoopParts,
): Promise<Correction | undefined> {
  if (hooks.afterTurn === undefined) return undefined;
  const taken = { turn, wrapUp, model: chain.model.id, message, finish, usage, messages, signal };
  const retry = await askHook('afterTurn', () => hooks.afterTurn?.(taken), waits);
  return retry && { reason: 'hook', limit: 3, note: retry.message, notice: retry.notice };
}

/** An odd answer as it is: words or calls stand, and silence is no answer. */
function withoutRemedy(answer: Answer): TurnResult {
  const { message } = answer;
  const saysNothing = textOf(message).trim() === '' && toolCallsOf(message).length === 0;
  if (!saysNothing) return answer;
  return { ...answer, error: new AppError({ code: 'EXTERNAL_API_ERROR', message: 'The model gave no answer.' }) };
}

/** The request once more, followed by the void answer's words and what is wrong with them. */
function correctedRequest(
  request: ModelRequest,
  answer: AssistantMessage,
  { note, request: overrides }: Correction,
): ModelRequest {
  if (note === undefined) return { ...request, ...overrides };
  const words = answer.content.filter((part) => part.type === 'text' && part.text.trim() !== '');
  const said: readonly AssistantMessage[] = words.length === 0 ? [] : [{ role: 'assistant', content: words }];
  return { ...request, ...overrides, messages: [...request.messages, ...said, userMessage(note)] };
}
