import type { AppError } from '../error/app-error.ts';
import type { AssistantMessage } from '../message/message.ts';
import type { Usage } from './usage.ts';

/** Why a model stopped, in one vocabulary for all providers. Act on the message's content, not on this alone. */
export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'other';

/** One event of a model's answer. */
export type ModelEvent =
  | { readonly type: 'message_start' }
  | { readonly type: 'content_delta'; readonly text: string }
  | { readonly type: 'thinking_delta'; readonly text: string }
  | { readonly type: 'tool_use_start'; readonly id: string; readonly name: string }
  | { readonly type: 'tool_use_input'; readonly id: string; readonly delta: string }
  | {
      readonly type: 'message_complete';
      readonly finish: FinishReason;
      readonly usage: Usage;
      /** The assembled message, provider metadata included. Its tool call ids are those of `tool_use_start`. */
      readonly message: AssistantMessage;
    }
  | {
      readonly type: 'error';
      readonly error: AppError;
      /** Usage before the failure, if the provider reported it. */
      readonly usage?: Usage;
    };
