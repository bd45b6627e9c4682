import { AppError, type Principal } from '@shipmate/core';
import type { Stores } from '../persistence/stores.ts';
import { answerOperation, type PlatformWork } from '../platform/platform-work.ts';
import type { Answers } from '../question/question.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { moveProposal } from './take-proposal.ts';

/** A proposal to carry an operation out. */
export type OperationProposal = Proposal & { readonly work: PlatformWork };

/**
 * Answers the questions about an operation, again if they were answered before: what follows is the command.
 *
 * @throws AppError `NOT_FOUND` for a proposal of another flow; `CONFLICT` once it is carried out; as `answerOperation` does.
 */
export async function answerProposal(
  stores: Pick<Stores, 'proposals'>,
  principal: Principal,
  { proposal, answers }: { readonly proposal: Proposal; readonly answers: Answers },
): Promise<OperationProposal> {
  const work = answerOperation(requireOperation(proposal), answers);
  const step = { id: proposal.id, from: ['asking', 'ready'], to: 'ready', work } as const;
  return { ...(await moveProposal(stores, principal, step)), work };
}

/** The operation that a proposal is about. @throws AppError `NOT_FOUND` when it is about something else. */
export function requireOperation({ work }: Proposal): PlatformWork {
  if (work.flow === 'build-platform') return work;
  throw new AppError({ code: 'NOT_FOUND', message: 'There is no such proposal.' });
}
