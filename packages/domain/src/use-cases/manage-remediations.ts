import { AppError, type Principal } from '@shipmate/core';
import { requireScope } from '../access/require-scope.ts';
import type { Stores } from '../persistence/stores.ts';
import type { NewRemediation } from '../remediation/remediation-store.ts';
import {
  isRemediationEnded,
  type Remediation,
  type RemediationApproval,
  type RemediationPlan,
} from '../remediation/remediation.ts';
import { toRunEnd } from '../remediation/to-run-end.ts';
import { toStopped } from '../remediation/to-stopped.ts';
import type { RunEvent } from '../run/run-event.ts';

/**
 * Stores a new remediation and its run, which is queued. Call it in a transaction. @throws AppError as
 * `RemediationStore.create` does
 */
export async function beginRemediation(
  { remediations, runs, audit }: Stores,
  principal: Principal,
  request: NewRemediation,
): Promise<Remediation> {
  const { id: runId, model } = request;
  await runs.createStandalone(principal, { id: runId, kind: 'remediation', model });
  const remediation = await remediations.create(principal, request);
  const { id: remediationId, mode, maxRisk, origin } = remediation;
  await audit.append(principal, {
    kind: 'remediation_begun',
    subjectId: remediationId,
    details: { mode, maxRisk, origin },
  });
  await runs.appendEvents({ runId }, [{ type: 'run_started', model }, toStatusEvent(remediation)]);
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
 * Decides on a plan; an approved one is queued for execution, a declined one ends. Call it in a transaction.
 *
 * @throws AppError `UNAUTHORIZED` without the scope `decide_approvals`; `NOT_FOUND`; `VALIDATION_ERROR` for
 * actions that are not in the plan; `CONFLICT` if it is no longer pending, or the person saw another plan.
 */
export async function decideRemediation(
  stores: Stores,
  principal: Principal,
  {
    remediationId,
    verdict,
    sign,
  }: { readonly remediationId: string; readonly verdict: PlanVerdict; readonly sign: SignApproval },
): Promise<Remediation> {
  const { remediations, runs, audit } = stores;
  requireScope(principal, 'decide_approvals', 'decide about a plan');
  const { plan } = await remediations.get(principal, remediationId);
  const subject = { subjectId: remediationId };
  if (verdict.decision === 'deny') {
    const reason = verdict.reason ? `It was declined: ${verdict.reason}` : 'It was declined.';
    const refused = await remediations.decide(principal, remediationId, { reason });
    await endUnowned(stores, refused);
    await audit.append(principal, { kind: 'remediation_denied', ...subject });
    return remediations.get(principal, remediationId);
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
  await runs.appendEvents({ runId: remediationId }, [toStatusEvent(approved)]);
  await runs.requeue(remediationId);
  return approved;
}

/**
 * Stops a remediation. One without an owner ends at once, unless a change of unknown outcome was begun; otherwise the
 * run's owner ends it, and makes no further change. An ended remediation is returned unchanged. Call it in a
 * transaction.
 *
 * @throws AppError `NOT_FOUND`.
 */
export async function stopRemediation(
  stores: Stores,
  principal: Principal,
  remediationId: string,
): Promise<Remediation> {
  const { remediations, runs } = stores;
  // Also locks the run, so that no executor claims it meanwhile.
  const run = await runs.requestStop(principal, remediationId);
  const remediation = await remediations.get(principal, remediationId);
  const mayBeChanging = remediation.progress.some(({ status }) => status === 'running');
  if (isRemediationEnded(remediation.status) || run.status === 'running' || mayBeChanging) return remediation;
  const stopped = await remediations.advance({ runId: remediationId }, toStopped(remediation));
  await endUnowned(stores, stopped);
  return remediations.get(principal, remediationId);
}

/** Ends the run of an ended remediation that no executor owns. */
async function endUnowned({ runs }: Stores, remediation: Remediation): Promise<void> {
  const writer = { runId: remediation.id };
  const { status, stopReason, usage, errorCode: code, errorMessage: message, ...end } = toRunEnd(remediation);
  const error = code !== null && message !== null ? { error: { code, message } } : {};
  await runs.appendEvents(writer, [
    toStatusEvent(remediation),
    { type: 'run_ended', status, stopReason, usage, ...error },
  ]);
  await runs.end(writer, { status, stopReason, usage, errorCode: code, errorMessage: message, ...end });
}

function toStatusEvent({ status, reason }: Pick<Remediation, 'status' | 'reason'>): RunEvent {
  return { type: 'remediation_status', status, reason };
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
