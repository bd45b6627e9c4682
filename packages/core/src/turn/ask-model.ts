import { AppError, toAppError } from '../error/app-error.ts';
import type { AssistantMessage } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { FinishReason, ModelEvent } from '../model/model-event.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { noUsage, type Usage } from '../model/usage.ts';
import type { Waits } from '../wait/waits.ts';
import type { TurnCallIds } from './call-ids.ts';
import type { LoopEvent } from '../loop/loop-event.ts';

/** What a model answered: its message, or the error that ended it. What it spent is told in both cases. */
export type ModelAnswer =
  | { readonly usage: Usage; readonly message: AssistantMessage; readonly finish: FinishReason; readonly error?: never }
  | { readonly usage: Usage; readonly message?: never; readonly finish?: never; readonly error: AppError };

/** A question to a model. */
export interface ModelQuestion {
  readonly turn: number;
  readonly request: ModelRequest;
  readonly callIds: TurnCallIds;
  readonly waits: Waits;
  readonly emit: (event: LoopEvent) => void;
}

/** How long a model that was told to stop may take to say what it spent. One that stays silent is left behind. */
const abortGraceMs = 1000;

/** Lets the model speak once and passes on what it says while it says it. It returns whatever the model does. */
export function askModel(model: ChatModel, question: ModelQuestion): Promise<ModelAnswer> {
  let isHeard = true;
  const leave = (thrown: unknown): ModelAnswer => {
    isHeard = false;
    return failed(thrown);
  };
  return question.waits
    .for((signal) => readAnswer(model.stream(question.request, signal), question, () => isHeard), {
      graceMs: abortGraceMs,
    })
    .catch(leave);
}

async function readAnswer(
  events: AsyncIterable<ModelEvent>,
  { turn, callIds, emit }: ModelQuestion,
  isHeard: () => boolean,
): Promise<ModelAnswer> {
  let outcome: ModelAnswer | undefined;
  try {
    reading: for await (const event of events) {
      if (!isHeard()) break;
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
    // A model that fails to clean up after its last event has answered all the same.
    outcome ??= failed(thrown);
  }
  return outcome ?? failed(new AppError({ code: 'EXTERNAL_API_ERROR', message: 'The model broke off its answer.' }));
}

function failed(thrown: unknown): ModelAnswer {
  return { usage: noUsage, error: toAppError(thrown, { message: 'The model failed unexpectedly.' }) };
}
