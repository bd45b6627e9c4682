import type { PlatformWork } from '../platform/platform-work.ts';
import type { Recommendation } from '../recommendation/recommendation.ts';

/**
 * Where a proposal stands. `asking` until its questions are answered; `ready` to be confirmed; `taken` by the one call that
 * carries it out, until that is `done` or has `failed`; `withdrawn` by the person.
 */
export const proposalStatuses = ['asking', 'ready', 'taken', 'done', 'failed', 'withdrawn'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

/** What proposals are about, by the flow that makes them. */
export const proposalFlows = ['build-platform', 'recommend'] as const;
export type ProposalFlow = (typeof proposalFlows)[number];

/** What a flow worked out for a person, who answers what is open and confirms the rest. */
export interface Proposal {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  /** What the person wants, in their words. */
  readonly intent: string;
  readonly status: ProposalStatus;
  readonly work: PlatformWork | Recommendation;
  /** The call that carries it out, or did: no other may. */
  readonly takenBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
