import type { Principal } from '@shipmate/core';
import type { Proposal, ProposalFlow, ProposalStatus } from './proposal.ts';

/** A step of a proposal from one status to another. */
export interface ProposalTransition {
  /** The statuses in which the step can be taken. */
  readonly from: readonly ProposalStatus[];
  readonly to: ProposalStatus;
  /** Default: it stays as it is. */
  readonly work?: Proposal['work'];
  readonly takenBy?: string;
}

/** Proposals. **Contract.** A user sees their own; any other is `NOT_FOUND`. */
export interface ProposalStore {
  create(principal: Principal, proposal: Pick<Proposal, 'id' | 'intent' | 'status' | 'work'>): Promise<Proposal>;
  get(principal: Principal, proposalId: string): Promise<Proposal>;
  /** Newest first, a hundred at the most. */
  list(principal: Principal, filter?: { readonly flow?: ProposalFlow | undefined }): Promise<readonly Proposal[]>;
  /** Takes a step, whoever else tries at the same time; `undefined` when the proposal is in none of the statuses it starts from. */
  move(principal: Principal, proposalId: string, transition: ProposalTransition): Promise<Proposal | undefined>;
}
