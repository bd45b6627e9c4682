import type { AppError } from '../error/app-error.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { Usage } from '../model/usage.ts';

/** One request to a model: what it spent and what came of it. A turn that was restarted took several. */
export interface ModelStep {
  readonly turn: number;
  readonly model: string;
  readonly usage: Usage;
  /** Absent when the price is not known. */
  readonly costUsd?: number;
  /** How the answer ended; absent when there was none. */
  readonly finish?: FinishReason;
  readonly error?: AppError;
  /** `summary` when older history was summed up instead of taking the turn. */
  readonly purpose: 'turn' | 'summary';
}
