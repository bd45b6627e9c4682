import type { JsonValue } from '@shipmate/core';
import type { UiMessageMetadata } from '../web/ui-message-metadata.ts';

/** The finish reason of an answer, as defined by the AI SDK. */
export type UiFinishReason = 'stop' | 'length' | 'content-filter' | 'other';

/** The chunks of an AI SDK UI message stream that Shipmate sends. */
export type UiMessageChunk =
  | { readonly type: 'start'; readonly messageId: string; readonly messageMetadata: UiMessageMetadata }
  | { readonly type: 'start-step' }
  | { readonly type: 'text-start'; readonly id: string }
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'text-end'; readonly id: string }
  | {
      readonly type: 'tool-input-start';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly dynamic: true;
    }
  | {
      readonly type: 'tool-input-available';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: unknown;
      readonly dynamic: true;
    }
  /** The call waits for approval: see `GET /api/approvals/{approvalId}`. */
  | { readonly type: 'tool-approval-request'; readonly approvalId: string; readonly toolCallId: string }
  | { readonly type: 'tool-output-available'; readonly toolCallId: string; readonly output: unknown }
  | { readonly type: 'tool-output-error'; readonly toolCallId: string; readonly errorText: string }
  /** Passed to `onData` of `useChat` as it arrives; not a part of the message. */
  | { readonly type: `data-${string}`; readonly data: JsonValue; readonly transient: true }
  /** A part of the message; replaces an existing part with the same id. */
  | { readonly type: `data-${string}`; readonly id: string; readonly data: JsonValue }
  /** Voids the content of the step so far. */
  | { readonly type: 'reset-step' }
  | { readonly type: 'finish-step' }
  | { readonly type: 'message-metadata'; readonly messageMetadata: UiMessageMetadata }
  | { readonly type: 'finish'; readonly finishReason: UiFinishReason; readonly messageMetadata: UiMessageMetadata }
  | { readonly type: 'error'; readonly errorText: string }
  | { readonly type: 'abort' };
