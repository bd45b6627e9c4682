import { errorCodes, type ErrorCode, type Usage } from '@shipmate/core';

/** What a message says of itself, beside its parts. An answer has its tokens once it has ended. */
export interface UiMessageMetadata extends Partial<Usage> {
  readonly model?: string;
  /** What the answer has cost, in US dollars; null when nobody knows the price of its model. */
  readonly costUsd?: number | null;
  /** Of a question: the id of the earlier one that it takes the place of. */
  readonly replaces?: string;
  /** Of a question: the plan that its answer is to apply. */
  readonly planId?: string;
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
  readonly costUsd: number | null;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** What the message of a run says of itself once the run has ended. */
export function toEndMetadata({ status, usage, costUsd, error }: RunEnd): UiMessageMetadata {
  const spent = { ...usage, costUsd };
  if (status === 'cancelled') return { ...spent, cutShort: { by: 'person' } };
  if (status !== 'failed') return spent;
  const code = errorCodes.find((known) => known === error?.code) ?? 'INTERNAL_ERROR';
  const message = error?.message ?? 'The run failed.';
  return { ...spent, cutShort: { by: 'error', code, message } };
}
