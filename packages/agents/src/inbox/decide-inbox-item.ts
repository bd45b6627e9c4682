import { AppError, type Principal } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { requirePerson, requireScope } from '@shipmate/domain/access';
import {
  describeInboxItem,
  type InboxDecision,
  type InboxItem,
  type InboxKind,
  type InboxSubject,
} from '@shipmate/domain/inbox';
import { decideRuleStep, ignorePlan, moveProposal, rejectPreview } from '@shipmate/domain/use-cases';
import { type AcceptRulePreviewResources, acceptRulePreview } from '../rules/accept-rule-preview.ts';
import type { EnqueueCallResources } from '../kinds/call/enqueue-call.ts';
import type { RunExecutor } from '../kinds/create-run-executor.ts';
import { decidePlan } from '../kinds/remediation/decide-plan.ts';
import { confirmProposal } from '../flows/confirm-proposal.ts';

/** Resources for {@link decideInboxItem}. */
interface DecideInboxItemResources extends EnqueueCallResources, AcceptRulePreviewResources {
  readonly runs: Pick<RunExecutor, 'decideApproval' | 'start'>;
}

/** A person's decision about an item of the inbox. */
export interface InboxVerdict {
  readonly kind: InboxKind;
  readonly id: string;
  readonly decision: InboxDecision;
  /** The version of the item that the person saw. */
  readonly version: string;
  /** Reason of a rejection, for the agent. */
  readonly reason?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Approves or rejects an item of the inbox, as the person saw it.
 *
 * @throws AppError `NOT_FOUND` when the item does not wait; `CONFLICT` when it has changed since, or has to be opened to
 * answer it; `UNAUTHORIZED` without the scopes of the item's own route.
 */
export async function decideInboxItem(
  resources: DecideInboxItemResources,
  principal: Principal,
  verdict: InboxVerdict,
): Promise<void> {
  requireScope(principal, 'decide_approvals', 'decide an inbox item');
  const item = await resources.unitOfWork.stores.inbox.get(principal, verdict);
  if (item.version !== verdict.version) {
    throw new AppError({
      code: 'CONFLICT',
      message: 'The item has changed since you viewed it. View it again, then decide.',
      details: { reason: 'item_changed' },
    });
  }
  if (!describeInboxItem(item).decisions.includes(verdict.decision)) {
    throw new AppError({
      code: 'CONFLICT',
      message: 'This item needs answers, or is too long to approve in the list. Open it.',
      details: { reason: 'item_needs_answers' },
    });
  }
  await deciders[item.subject.kind]({ ...resources, principal, item, verdict });
}

interface Decision extends DecideInboxItemResources {
  readonly unitOfWork: UnitOfWork;
  readonly principal: Principal;
  readonly item: InboxItem;
  readonly verdict: InboxVerdict;
}

/** Decides an item of each kind by the rules of that kind. */
const deciders: Readonly<Record<InboxSubject['kind'], (decision: Decision) => Promise<unknown>>> = {
  approval: ({ runs, principal, verdict: { id, decision, reason } }) =>
    runs.decideApproval(principal, {
      approvalId: id,
      verdict: decision === 'approve' ? { decision } : { decision: 'deny', ...(reason && { reason }) },
    }),

  remediation: ({ unitOfWork, principal, item: { subject }, verdict: { id, decision, version, reason } }) => {
    const planned = subject.kind === 'remediation' ? subject.plan.actions : [];
    const actions = planned.filter(({ managedBy }) => managedBy === null).map((action) => action.id);
    return decidePlan(unitOfWork, principal, {
      remediationId: id,
      verdict:
        decision === 'approve'
          ? { decision, planHash: version, actions }
          : { decision: 'deny', ...(reason && { reason }) },
    });
  },

  async plan({ unitOfWork, runs, principal, verdict: { id, decision } }) {
    const { workspaceId, conversationId, proposedByRunId } = await unitOfWork.stores.plans.get(principal, id);
    requireScope(principal, 'chart:write', 'decide a plan');
    if (decision === 'reject') {
      return unitOfWork.transaction((stores) => ignorePlan(stores, principal, { workspaceId, planId: id }));
    }
    for (const scope of ['read', 'runs:write'] as const) requireScope(principal, scope, 'apply a plan');
    const { model } = await unitOfWork.stores.runs.get(principal, proposedByRunId);
    const { contextType } = await unitOfWork.stores.conversations.get(principal, conversationId);
    return runs.start(principal, {
      conversationId: newId(),
      clientConversationId: conversationId,
      workspaceId,
      contextType,
      message: 'Proceed with the plan.',
      model: model ?? '',
      planId: id,
    });
  },

  async proposal({ principal, item: { subject }, verdict: { id, decision }, ...resources }) {
    const { stores } = resources.unitOfWork;
    if (decision === 'reject') {
      requireScope(principal, 'runs:write', 'withdraw a proposal');
      return moveProposal(stores, principal, { id, from: ['asking', 'ready'], to: 'withdrawn' });
    }
    const { command, manifests } = subject.kind === 'proposal' ? subject : { command: null, manifests: null };
    const seen = command === null ? { manifests: manifests ?? '' } : { command };
    return confirmProposal(resources, principal, { proposalId: id, seen });
  },

  rule_preview({ principal, verdict: { id, decision, signal }, ...resources }) {
    requirePerson(principal, 'decide a rule preview');
    if (decision === 'approve') return acceptRulePreview(resources, principal, { previewId: id, signal });
    return resources.unitOfWork.transaction((stores) => rejectPreview(stores, principal, id));
  },

  rule_approval({ unitOfWork, principal, verdict: { id, decision, reason } }) {
    const [executionId = '', actionId = ''] = id.split('.');
    const choice = decision === 'approve' ? 'approved' : 'rejected';
    const verdict = { executionId, actionId, decision: choice, ...(reason && { reason }) } as const;
    return unitOfWork.transaction((stores) => decideRuleStep(stores, principal, verdict));
  },

  unknown_call: async () => undefined,
};
