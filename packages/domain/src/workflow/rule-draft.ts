import type { Principal } from '@shipmate/core';
import type { WorkflowPayload } from './payload/workflow-payload.ts';

/** A rule that its user builds step by step. */
export interface RuleDraft {
  readonly id: string;
  readonly payload: WorkflowPayload;
}

/** Limits of drafts. */
export const draftLimits = {
  /** Minutes after the last use after which a draft is gone. */
  minutes: 10,
  /** Number of drafts of one user; a new one replaces the oldest. */
  perUser: 100,
} as const;

/**
 * Store for drafts of rules. **Contract.** A user reads their own; any other, and one that was not used for ten minutes, is
 * `NOT_FOUND`. Reading and saving count as use.
 */
export interface RuleDraftStore {
  /** Stores a draft; the user's oldest is removed beyond the limit. */
  create(principal: Principal, draft: RuleDraft): Promise<void>;
  /** Returns a draft and locks it until the transaction ends. */
  take(principal: Principal, draftId: string): Promise<RuleDraft>;
  save(principal: Principal, draft: RuleDraft): Promise<void>;
}
