import { errorCodes, type ErrorCode, type Usage } from '@shipmate/core';

/** What a message says of itself, beside its parts. */
export interface UiMessageMetadata {
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Set when the answer did not come to its own end. */
  readonly cutShort?: UiMessageCut;
}

/** A person stopped the answer, or an error did. */
export type UiMessageCut =
  | { readonly by: 'person' }
  | { readonly by: 'error'; readonly code: ErrorCode; readonly message: string };

/** How a run ended, as both its last event and its row tell. */
export interface RunEnd {
  readonly status: string;
  readonly usage: Usage;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** What the message of a run says of itself once the run has ended. */
export function toEndMetadata({ status, usage, error }: RunEnd): UiMessageMetadata {
  const { inputTokens, outputTokens } = usage;
  if (status === 'cancelled') return { inputTokens, outputTokens, cutShort: { by: 'person' } };
  if (status !== 'failed') return { inputTokens, outputTokens };
  const code = errorCodes.find((known) => known === error?.code) ?? 'INTERNAL_ERROR';
  const message = error?.message ?? 'The run failed.';
  return { inputTokens, outputTokens, cutShort: { by: 'error', code, message } };
}
