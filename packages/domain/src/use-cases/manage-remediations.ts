import { AppError, type Principal } from '@shipmate/core';
import { requireScope } from '../access/require-scope.ts';
import type { Stores } from '../persistence/stores.ts';
import type { NewRemediation } from '../remediation/remediation-store.ts';
import type { Remediation, RemediationApproval, RemediationPlan } from '../remediation/remediation.ts';

/**
 * Stores a new remediation and queues its job. Call it in a transaction. @throws AppError as
 * `RemediationStore.create` does
 */
export async function beginRemediation(
  { remediations, jobs, audit }: Stores,
  principal: Principal,
  request: NewRemediation,
): Promise<Remediation> {
  const remediation = await remediations.create(principal, request);
  const { id: remediationId, mode, maxRisk, origin } = remediation;
  await audit.append(principal, {
    kind: 'remediation_begun',
    subjectId: remediationId,
    details: { mode, maxRisk, origin },
  });
  await jobs.enqueue('remediate', toJob(remediation));
  return remediation;
}

/** A person's decision on a plan. */
export type PlanVerdict =
  | {
      readonly decision: 'approve';
      /** Hash of the plan that the person saw. */
      readonly planHash: string;
      /** Ids of the actions to execute; all if absent. */
      readonly actions?: readonly string[] | undefined;
    }
  | { readonly decision: 'deny'; readonly reason?: string | undefined };

/** Signs an approval, which binds it to its remediation. */
export type SignApproval = (approval: Omit<RemediationApproval, 'signature'>) => string;

/**
 * Decides on a plan; an approved one is queued for execution. Call it in a transaction.
 *
 * @throws AppError `UNAUTHORIZED` without the scope `decide_approvals`; `NOT_FOUND`; `VALIDATION_ERROR` for
 * actions that are not in the plan; `CONFLICT` if it is no longer pending, or the person saw another plan.
 */
export async function decideRemediation(
  { remediations, jobs, audit }: Stores,
  principal: Principal,
  {
    remediationId,
    verdict,
    sign,
  }: { readonly remediationId: string; readonly verdict: PlanVerdict; readonly sign: SignApproval },
): Promise<Remediation> {
  requireScope(principal, 'decide_approvals', 'decide about a plan');
  const { plan } = await remediations.get(principal, remediationId);
  const subject = { subjectId: remediationId };
  if (verdict.decision === 'deny') {
    const reason = verdict.reason ? `It was declined: ${verdict.reason}` : 'It was declined.';
    const refused = await remediations.decide(principal, remediationId, { reason });
    await audit.append(principal, { kind: 'remediation_denied', ...subject });
    return refused;
  }
  const unsigned = {
    decidedBy: 'user',
    decidedByUserId: principal.userId,
    planHash: verdict.planHash,
    actions: chooseActions(plan, verdict),
  } as const;
  const approval = { ...unsigned, signature: sign(unsigned) };
  const approved = await remediations.decide(principal, remediationId, { approval });
  const details = { planHash: approval.planHash, actions: [...approval.actions] };
  await audit.append(principal, { kind: 'remediation_approved', ...subject, details });
  await jobs.enqueue('remediate', toJob(approved));
  return approved;
}

function chooseActions(
  plan: RemediationPlan | null,
  { planHash, actions }: Extract<PlanVerdict, { decision: 'approve' }>,
): readonly string[] {
  if (plan?.hash !== planHash) {
    throw new AppError({
      code: 'CONFLICT',
      message: 'The plan has changed since you viewed it. Refresh and review it again.',
      details: { reason: 'plan_changed' },
    });
  }
  const known = plan.actions.map(({ id }) => id);
  const unknown = actions?.find((id) => !known.includes(id));
  if (unknown !== undefined || actions?.length === 0) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `actions: ${unknown === undefined ? 'is empty; deny the plan instead' : `the plan has no action "${unknown}"`}.`,
      details: { field: 'actions' },
    });
  }
  return known.filter((id) => actions === undefined || actions.includes(id));
}

function toJob({ id: remediationId, userId, organizationId }: Remediation) {
  return { remediationId, userId, organizationId };
}
