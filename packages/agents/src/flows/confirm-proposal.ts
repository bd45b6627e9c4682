import { isDeepStrictEqual } from 'node:util';
import { AppError, type Principal } from '@shipmate/core';
import { requireScope } from '@shipmate/domain/access';
import type { Proposal } from '@shipmate/domain/proposal';
import type { ConversationRun } from '@shipmate/domain/run';
import { requireReady } from '@shipmate/domain/use-cases';
import { enqueueCall, type EnqueueCallResources, type WantedCall } from '../kinds/call/enqueue-call.ts';

/** A person's confirmation of a proposal; `seen` is the exact command or manifests that the person viewed. */
interface Confirmation {
  readonly proposalId: string;
  readonly seen: { readonly command: readonly string[] } | { readonly manifests: string };
  readonly model?: string | undefined;
}

/**
 * Enqueues the execution of a proposal, as the person confirmed it, for a worker.
 *
 * @throws AppError `UNAUTHORIZED` without the scope `decide_approvals`; `NOT_FOUND`; `CONFLICT` when the proposal is
 * not ready or has changed since the person viewed it; as `enqueueCall` does.
 */
export async function confirmProposal(
  resources: EnqueueCallResources,
  principal: Principal,
  { proposalId, seen, model }: Confirmation,
): Promise<ConversationRun> {
  requireScope(principal, 'decide_approvals', 'confirm a proposal');
  const proposal = await resources.unitOfWork.stores.proposals.get(principal, proposalId);
  const call = toCall(proposal, seen);
  requireReady(proposal);
  if (call) return enqueueCall(resources, principal, { ...call, isApproved: true, model });
  throw new AppError({
    code: 'CONFLICT',
    message: 'The proposal has changed since you viewed it. View it again, then confirm it.',
    details: { reason: 'proposal_changed' },
  });
}

/** Returns the tool call that executes a proposal; `undefined` when the proposal differs from the confirmed content. */
function toCall(
  { id: proposalId, intent, work }: Proposal,
  seen: Confirmation['seen'],
): Pick<WantedCall, 'tool' | 'input' | 'message'> | undefined {
  if (work.flow === 'build-platform') {
    if (!('command' in seen) || !isDeepStrictEqual(work.command, seen.command)) return undefined;
    const message = `Execute the operation that I confirmed, and report the result. What I want: ${intent}`;
    return { tool: 'run_operation', input: { proposalId, command: seen.command }, message };
  }
  const { chosen, context } = work;
  if (!('manifests' in seen) || chosen?.manifests !== seen.manifests) return undefined;
  return {
    tool: 'kubectl_apply',
    input: {
      manifest: seen.manifests,
      namespace: String(chosen.answers['namespace']),
      ...(context !== null && { context }),
    },
    message: `Apply the manifests that I confirmed, and report the result. What I want: ${intent}`,
  };
}
