import { errorCodes, type ErrorCode, type StopReason, type Usage } from '@shipmate/core';
import { describeIncomplete } from './describe-incomplete.ts';

/** Metadata of a message. An answer has its tokens once it has ended. */
export interface UiMessageMetadata extends Partial<Usage> {
  readonly model?: string;
  /** Cost of the answer in US dollars; null when the price of its model is unknown. */
  readonly costUsd?: number | null;
  /** For a question: the id of the earlier one that it replaces. */
  readonly replaces?: string;
  /** For a question: the plan that its answer applies. */
  readonly planId?: string;
  /** Set when the answer is incomplete. */
  readonly cutShort?: UiMessageCut;
}

/** Why an answer is incomplete: a person, a limit or an error ended it. */
export type UiMessageCut =
  | { readonly by: 'person' }
  | { readonly by: 'limit'; readonly message: string }
  | { readonly by: 'error'; readonly code: ErrorCode; readonly message: string };

/** The end of a run, as stored in its last event and in its row. */
export interface RunEnd {
  readonly status: string;
  readonly stopReason: StopReason | null;
  readonly usage: Usage;
  readonly costUsd: number | null;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** Returns the metadata of a run's message once the run has ended. */
export function toEndMetadata({ status, stopReason, usage, costUsd, error }: RunEnd): UiMessageMetadata {
  const spent = { ...usage, costUsd };
  if (status === 'cancelled') return { ...spent, cutShort: { by: 'person' } };
  const incomplete = describeIncomplete({ status, stopReason });
  if (incomplete !== undefined) return { ...spent, cutShort: { by: 'limit', message: incomplete } };
  if (status !== 'failed') return spent;
  const code = errorCodes.find((known) => known === error?.code) ?? 'INTERNAL_ERROR';
  const message = error?.message ?? 'The run failed.';
  return { ...spent, cutShort: { by: 'error', code, message } };
}
