import { createHash } from 'node:crypto';
import { toJsonText } from '@shipmate/core';
import type { RemediationApproval, RemediationPlan } from '@shipmate/domain/remediation';
import type { ApprovalSigner, SignedCall } from '../../approval/approval-signer.ts';
import { inKeyOrder } from '../../approval/in-key-order.ts';

/** Computes a digest of everything that a person sees of a plan and everything that it executes. */
export function hashPlan({ context, actions, risk }: Omit<RemediationPlan, 'hash'>): string {
  return createHash('sha256')
    .update(toJsonText(inKeyOrder({ context, actions, risk })))
    .digest('base64url');
}

/** Signs approvals of one remediation. */
export function signApproval(
  signer: ApprovalSigner,
  remediationId: string,
): (approval: Omit<RemediationApproval, 'signature'>) => string {
  return (approval) => signer.sign(toSigned(remediationId, approval));
}

/** Returns the reason why an approval does not permit a plan; `undefined` when it does. */
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
