import { AppError, type Principal } from '@shipmate/core';
import type { Proposal, ProposalStatus } from '../proposal/proposal.ts';
import type { ProposalStore, ProposalTransition } from '../proposal/proposal-store.ts';

interface ProposalStores {
  readonly proposals: Pick<ProposalStore, 'get' | 'move'>;
}

/**
 * Moves a proposal to its next status. @throws AppError `NOT_FOUND`; `CONFLICT` with the current status if
 * the step is not possible.
 */
export async function moveProposal(
  { proposals }: ProposalStores,
  principal: Principal,
  { id, ...transition }: ProposalTransition & { readonly id: string },
): Promise<Proposal> {
  const moved = await proposals.move(principal, id, transition);
  if (moved) return moved;
  throw notOpen(await proposals.get(principal, id));
}

/** Checks that a proposal can be executed. @throws AppError `CONFLICT` with the reason if it cannot. */
export function requireReady(proposal: Proposal): void {
  if (proposal.status !== 'ready') throw notOpen(proposal);
}

/**
 * Claims a proposal for the one call that may execute it; the same call may claim it again. @throws AppError
 * as {@link moveProposal}
 */
export async function takeProposal(
  stores: ProposalStores,
  principal: Principal,
  { id, takenBy }: { readonly id: string; readonly takenBy: string },
): Promise<Proposal> {
  const current = await stores.proposals.get(principal, id);
  if (current.status === 'taken' && current.takenBy === takenBy) return current;
  return moveProposal(stores, principal, { id, from: ['ready'], to: 'taken', takenBy });
}

function notOpen({ status }: Proposal): AppError {
  return new AppError({
    code: 'CONFLICT',
    message: `This proposal ${reasons[status]}. Refresh to see its state.`,
    details: { reason: 'proposal_not_open', status },
  });
}

const reasons: Readonly<Record<ProposalStatus, string>> = {
  asking: 'has questions that are not answered yet',
  ready: 'was changed at the same moment',
  taken: 'is being executed, or its process ended during the execution',
  done: 'has been executed already',
  failed: 'has been executed already, and failed',
  withdrawn: 'was withdrawn',
};
