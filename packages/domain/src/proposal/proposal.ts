import type { PlatformWork } from '../operation/platform-work.ts';
import type { Recommendation } from '../recommendation/recommendation.ts';

/**
 * Status of a proposal. `asking` until its questions are answered; `ready` to be confirmed; `taken` by the
 * one call that executes it, until that is `done` or has `failed`; `withdrawn` by the person.
 */
export const proposalStatuses = ['asking', 'ready', 'taken', 'done', 'failed', 'withdrawn'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

/** The subjects of proposals, by the flow that creates them. */
export const proposalFlows = ['build-platform', 'recommend'] as const;
export type ProposalFlow = (typeof proposalFlows)[number];

/** The result of a flow for a person, who answers its open questions and confirms the rest. */
export interface Proposal {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  /** The person's request, in their words. */
  readonly intent: string;
  readonly status: ProposalStatus;
  readonly work: PlatformWork | Recommendation;
  /** The call that executes it, or did; no other may. */
  readonly takenBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
