import { createHash } from 'node:crypto';
import { toJsonText } from '@shipmate/core';
import type { RemediationApproval, RemediationPlan } from '@shipmate/domain/remediation';
import type { ApprovalSigner, SignedCall } from '../../approval/approval-signer.ts';
import { inKeyOrder } from '../../approval/in-key-order.ts';

/** A digest of all that a person sees of a plan and all that is done by it. */
export function hashPlan({ context, actions, risk }: Omit<RemediationPlan, 'hash'>): string {
  return createHash('sha256')
    .update(toJsonText(inKeyOrder({ context, actions, risk })))
    .digest('base64url');
}

/** Binds an approval to its remediation. */
export function signApproval(
  signer: ApprovalSigner,
  remediationId: string,
): (approval: Omit<RemediationApproval, 'signature'>) => string {
  return (approval) => signer.sign(toSigned(remediationId, approval));
}

/** Why a plan must not be carried out by an approval; `undefined` when it may. */
export function findFlaw(
  signer: ApprovalSigner,
  {
    remediationId,
    plan,
    approval,
  }: { readonly remediationId: string; readonly plan: RemediationPlan; readonly approval: RemediationApproval },
): string | undefined {
  const { signature, ...unsigned } = approval;
  if (!signer.verify(toSigned(remediationId, unsigned), signature)) return 'Its approval is not genuine.';
  const isSame = approval.planHash === plan.hash && plan.hash === hashPlan(plan);
  return isSame ? undefined : 'The plan is not the one that was approved.';
}

function toSigned(remediationId: string, approval: Omit<RemediationApproval, 'signature'>): SignedCall {
  return { runId: remediationId, toolCallId: approval.planHash, tool: 'remediate', input: approval };
}
