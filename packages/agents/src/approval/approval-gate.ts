import type { ApprovalDecision, CallToApprove, JsonValue, Principal } from '@shipmate/core';
import { newId, type Approval, type Run, type UnitOfWork } from '@shipmate/domain';
import type { ApprovalSigner } from './approval-signer.ts';

/** When a person is asked. Reads never need one, destructive calls always do. */
export interface ApprovalPolicy {
  readonly write: 'allow' | 'ask';
}

/** What {@link createApprovalGate} needs. */
export interface ApprovalGateOptions {
  readonly unitOfWork: UnitOfWork;
  readonly signer: ApprovalSigner;
  readonly run: Run;
  readonly principal: Principal;
  readonly policy: ApprovalPolicy;
  /** How long a person has to decide. Default a day. */
  readonly expiresInSeconds?: number;
}

const oneDay = 24 * 60 * 60;

/** Decides about the calls of one run by what is stored of them; a call that needs a person and has none yet is asked about. */
export function createApprovalGate(options: ApprovalGateOptions): (call: CallToApprove) => Promise<ApprovalDecision> {
  const { unitOfWork, signer, run, principal, policy, expiresInSeconds = oneDay } = options;
  const { approvals, grants } = unitOfWork.stores;

  async function isGranted({ tool, effect }: CallToApprove): Promise<boolean> {
    if (effect !== 'write' || run.workspaceId === null) return false;
    return (await grants.find(principal, run.workspaceId, tool.name)) !== undefined;
  }

  return async (call) => {
    const {
      effect,
      tool,
      input,
      call: { id: toolCallId },
    } = call;
    if (effect === 'read' || (effect === 'write' && policy.write === 'allow')) return 'allow';
    const signed = { runId: run.id, toolCallId, tool: tool.name, input };
    const approval = await approvals.request(principal, {
      id: newId(),
      ...signed,
      input: input as JsonValue,
      effect,
      signature: signer.sign(signed),
      expiresInSeconds,
      ...((await isGranted(call)) && { approvedBy: 'grant' }),
    });
    return signer.verify(signed, approval.signature)
      ? toDecision(approval)
      : { deny: 'its approval is for another call.' };
  };
}

function toDecision({ status, reason }: Approval): ApprovalDecision {
  switch (status) {
    case 'pending':
      return 'ask';
    case 'approved':
    // A call is begun and its approval used in one transaction, and one whose result is known is not asked about again: it
    // was broken off, and may be repeated by itself or because the person said so.
    case 'used':
      return 'allow';
    case 'denied':
      return { deny: reason === null ? 'the user declined it.' : `the user declined it: ${reason}` };
    case 'expired':
      return { deny: 'nobody approved it in time.' };
    case 'cancelled':
      return { deny: 'its run was stopped.' };
  }
}
