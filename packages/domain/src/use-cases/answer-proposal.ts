import { AppError, type Principal } from '@shipmate/core';
import type { Stores } from '../persistence/stores.ts';
import { answerOperation, type PlatformWork } from '../operation/platform-work.ts';
import type { Answers } from '../question/question.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { moveProposal } from './take-proposal.ts';

/** A proposal to execute an operation. */
type OperationProposal = Proposal & { readonly work: PlatformWork };

/**
 * Answers the questions about an operation, or replaces earlier answers; the command follows from them.
 *
 * @throws AppError `NOT_FOUND` for a proposal of another flow; `CONFLICT` once it is executed; as
 * `answerOperation` does.
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

/** Returns the operation of a proposal. @throws AppError `NOT_FOUND` if the proposal has another subject. */
export function requireOperation({ work }: Proposal): PlatformWork {
  if (work.flow === 'build-platform') return work;
  throw new AppError({ code: 'NOT_FOUND', message: 'Proposal not found.' });
}
