import type { Principal } from '@shipmate/core';
import type { Proposal, ProposalFlow, ProposalStatus } from './proposal.ts';

/** A transition of a proposal from one status to another. */
export interface ProposalTransition {
  /** The statuses from which the transition is possible. */
  readonly from: readonly ProposalStatus[];
  readonly to: ProposalStatus;
  /** Default: unchanged. */
  readonly work?: Proposal['work'];
  readonly takenBy?: string;
}

/** Store for proposals. **Contract.** A user reads their own; any other is `NOT_FOUND`. */
export interface ProposalStore {
  create(principal: Principal, proposal: Pick<Proposal, 'id' | 'intent' | 'status' | 'work'>): Promise<Proposal>;
  get(principal: Principal, proposalId: string): Promise<Proposal>;
  /** Lists proposals, newest first, at most 100. */
  list(principal: Principal, filter?: { readonly flow?: ProposalFlow | undefined }): Promise<readonly Proposal[]>;
  /**
   * Executes a transition; of concurrent ones exactly one succeeds. `undefined` if the proposal has none of
   * the statuses in `from`.
   */
  move(principal: Principal, proposalId: string, transition: ProposalTransition): Promise<Proposal | undefined>;
}
