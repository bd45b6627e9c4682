import type { ConfirmProposalRequest } from '@shipmate/protocol/web/proposals';
import { mayDecide, sendElsewhere } from '../conversation/decide-approval.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { followStep, type ProposalContext } from './start-proposal.ts';

/** The execution of a proposal that a person confirms. */
interface Confirmation {
  readonly proposalId: string;
  /** Exactly what the person saw. */
  readonly seen: ConfirmProposalRequest;
  /** The question, for example `Run this command?`. */
  readonly question: string;
}

/** Asks the person at the terminal and executes the proposal; without a person who may decide, prints the link to its page. */
export async function confirmProposal(
  { proposalId, seen, question }: Confirmation,
  context: ProposalContext,
): Promise<ExitCode> {
  const { connection, terminal, signal } = context;
  const path = `/api/proposals/${encodeURIComponent(proposalId)}/confirmation`;
  if (!terminal.isInteractive || !(await mayDecide(connection, path))) {
    sendElsewhere(connection, terminal, { page: `/proposals/${proposalId}`, what: 'the proposal' });
    return exitCodes.undecided;
  }
  const answer = await terminal.ask(`${question} [y]es, [n]o: `, signal);
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) return exitCodes.undecided;
  const { exitCode } = await followStep(path, seen, context);
  return exitCode;
}
