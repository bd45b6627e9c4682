import { AppError, toAppError } from '../error/app-error.ts';
import type { AssistantMessage } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { FinishReason, ModelEvent } from '../model/model-event.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { noUsage, type Usage } from '../model/usage.ts';
import type { Waits } from '../wait/waits.ts';
import type { LoopEvent } from './loop-event.ts';
import type { LoopHistory } from './loop-history.ts';

/** A model's answer, or the error that ended it. Both carry the usage. */
export type ModelAnswer =
  | { readonly usage: Usage; readonly message: AssistantMessage; readonly finish: FinishReason; readonly error?: never }
  | { readonly usage: Usage; readonly message?: never; readonly finish?: never; readonly error: AppError };

/** Options for {@link askModel}. */
interface ModelQuestion {
  readonly turn: number;
  readonly request: ModelRequest;
  readonly history: Pick<LoopHistory, 'claimCallId'>;
  readonly waits: Waits;
  readonly emit: (event: LoopEvent) => void;
}

/** Time in which an aborted model may still report its usage, in milliseconds. */
const abortGraceMs = 1000;

/** Sends one request to a model and emits its answer as it streams. Failures are answers; it never throws. */
export function askModel(model: ChatModel, question: ModelQuestion): Promise<ModelAnswer> {
  let isWaiting = true;
  const giveUp = (thrown: unknown): ModelAnswer => {
    isWaiting = false;
    return failed(thrown);
  };
  return question.waits
    .for((signal) => readAnswer(model.stream(question.request, signal), question, () => isWaiting), {
      graceMs: abortGraceMs,
    })
    .catch(giveUp);
}

async function readAnswer(
  events: AsyncIterable<ModelEvent>,
  { turn, history, emit }: ModelQuestion,
  isWaiting: () => boolean,
): Promise<ModelAnswer> {
  const callIds = new TurnCallIds(history);
  let outcome: ModelAnswer | undefined;
  try {
    reading: for await (const event of events) {
      if (!isWaiting()) break;
      switch (event.type) {
        case 'content_delta':
        case 'thinking_delta':
          emit({ type: event.type, turn, text: event.text });
          break;
        case 'tool_use_start':
          emit({ type: 'tool_call_start', turn, id: callIds.start(event.id), name: event.name });
          break;
        case 'message_complete':
          outcome = { usage: event.usage, message: callIds.apply(event.message), finish: event.finish };
          break reading;
        case 'error':
          outcome = { usage: event.usage ?? noUsage, error: event.error };
          break reading;
        case 'message_start':
        case 'tool_use_input':
      }
    }
  } catch (thrown) {
    // A model that fails to clean up after its last event has answered.
    outcome ??= failed(thrown);
  }
  return outcome ?? failed(new AppError({ code: 'EXTERNAL_API_ERROR', message: 'The model broke off its answer.' }));
}

function failed(thrown: unknown): ModelAnswer {
  return { usage: noUsage, error: toAppError(thrown, { message: 'The model failed unexpectedly.' }) };
}

/** The call ids of one answer: emitted while it streams, then put into its message. */
class TurnCallIds {
  readonly #history: Pick<LoopHistory, 'claimCallId'>;
  readonly #streamed: { readonly given: string; readonly id: string }[] = [];

  constructor(history: Pick<LoopHistory, 'claimCallId'>) {
    this.#history = history;
  }

  /** The id of a call that begins to stream. */
  start(given: string): string {
    const id = this.#history.claimCallId(given);
    this.#streamed.push({ given, id });
    return id;
  }

  /** The message with the ids under which its calls were streamed. Call it once. */
  apply(message: AssistantMessage): AssistantMessage {
    const content = message.content.map((part) => {
      if (part.type !== 'tool_call') return part;
      const id = this.#idOf(part.id);
      return id === part.id ? part : { ...part, id };
    });
    return { role: 'assistant', content };
  }

  #idOf(given: string): string {
    const index = this.#streamed.findIndex((call) => call.given === given);
    return this.#streamed.splice(index, index === -1 ? 0 : 1)[0]?.id ?? this.#history.claimCallId(given);
  }
}
