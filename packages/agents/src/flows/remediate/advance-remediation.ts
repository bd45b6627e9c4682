import { AppError, toAppError } from '@shipmate/core';
import {
  findPolicyObjection,
  type RemediationChange,
  type RemediationPlan,
  type RemediationStatus,
  toStopped,
} from '@shipmate/domain/remediation';
import { openApprovalSigner } from '../../approval/open-approval-signer.ts';
import { executePlan } from './execute-plan.ts';
import { proposeAtSource } from './find-source.ts';
import { holdRemediation } from './hold-remediation.ts';
import { type EarlierAttempt, investigate, toAnalysis } from './investigate.ts';
import { planChanges } from './plan-changes.ts';
import { findFlaw, signApproval } from './plan-hash.ts';
import { beginChecks, repeatCheck } from './read-health.ts';
import { nowOf } from './remediation-ports.ts';
import type { RemediationPorts } from './remediation-ports.ts';
import type { RemediationTask, RemediationWork } from './remediation-work.ts';
import { beginWatch, beginWatchNow } from './begin-watch.ts';
import { millisecondsLeft, postponeWatch, watchHealth } from './watch-health.ts';

/**
 * Advances a remediation until it ends, waits for a person, or is due again later; in that case its job is enqueued for
 * that time and no worker is occupied meanwhile. Does nothing when another worker owns the remediation or no step is
 * pending. A final error becomes the remediation's outcome; a temporary one is thrown, and the remediation can be
 * resumed.
 */
export async function advanceRemediation(ports: RemediationPorts, task: RemediationTask): Promise<void> {
  const { remediationId, principal, logger } = task;
  const hold = await holdRemediation(ports, task);
  if (hold === undefined) return;
  const { lost, advance } = hold;
  const signal = AbortSignal.any([task.signal, lost]);
  let { remediation } = hold;
  try {
    const early = millisecondsLeft(remediation, ports.clock);
    if (early > 0) return await hold.postpone(Math.ceil(early / 1000));
    while (isWorkedOn(remediation.status)) {
      const reader = await ports.kubernetes.reader({ context: remediation.context ?? undefined, principal });
      const change = await takeStep({ ports, principal, reader, logger, signal, remediation, advance });
      remediation = await advance(change);
      logger.info('remediation advanced', { remediationId, status: remediation.status });
      if (change.dueInSeconds !== undefined) return;
    }
  } catch (thrown) {
    const error = toAppError(thrown);
    if (lost.aborted)
      return logger.info('remediation released: it has ended or another worker owns it', { remediationId });
    if (signal.aborted || !isFinal(error, remediation.status)) throw error;
    if (isUnresponsive(error, remediation.status))
      return void (await advance(postponeWatch(error, { ports, remediation })));
    logger.warn('remediation failed', { remediationId, error });
    await advance({ status: 'failed', reason: error.message });
  } finally {
    await hold.release();
  }
}

type WorkedOn = Extract<RemediationStatus, 'investigating' | 'executing' | 'validating'>;

function isWorkedOn(status: RemediationStatus): status is WorkedOn {
  return status === 'investigating' || status === 'executing' || status === 'validating';
}

/**
 * Returns true when the error is the remediation's outcome. An unknown outcome of a change that may have been made is
 * not final.
 */
function isFinal({ code, recoverable }: AppError, status: RemediationStatus | undefined): boolean {
  if (code === 'EXTERNAL_API_ERROR' && status === 'executing') return !recoverable;
  return code !== 'DATABASE_ERROR' && code !== 'ABORTED' && code !== 'CONFLICT';
}

/** Returns true when a watched cluster temporarily did not respond. */
function isUnresponsive({ code, recoverable }: AppError, status: RemediationStatus): boolean {
  return status === 'validating' && code === 'EXTERNAL_API_ERROR' && recoverable;
}

const steps: Readonly<Record<WorkedOn, (work: RemediationWork) => Promise<RemediationChange>>> = {
  investigating: findPlan,
  executing: executeApproved,
  validating: watchHealth,
};

/** A stop does not interrupt execution: the executing step itself records its progress. */
function takeStep(work: RemediationWork): Promise<RemediationChange> {
  const { status, stopRequestedAt } = work.remediation;
  const isOver = stopRequestedAt !== null && status !== 'executing';
  return isOver ? stop(work) : steps[status as WorkedOn](work);
}

async function stop(work: RemediationWork): Promise<RemediationChange> {
  const { remediation } = work;
  return {
    ...toStopped(remediation),
    checks: await Promise.all(remediation.checks.map((check) => repeatCheck(check, work))),
  };
}

/** Investigates, and once more when the cluster rejects the plan. */
async function findPlan(work: RemediationWork): Promise<RemediationChange> {
  let attempt: EarlierAttempt = { calls: work.remediation.calls };
  for (;;) {
    const { answer, calls } = await investigate(work, attempt);
    const analysis = toAnalysis(answer);
    const { actions } = answer.remediation;
    if (answer.issueStatus !== 'active' || actions.length === 0) {
      return { status: 'nothing_to_do', analysis, reason: analysis.summary };
    }
    try {
      const plan = await planChanges(work, actions, calls);
      const [checks, watch] = [await beginChecks(answer, plan, work), await beginWatch(answer, plan, work)];
      return { analysis, plan, checks, watch, ...(await settlePlan(work, plan)) };
    } catch (thrown) {
      if (attempt.refusal !== undefined || !AppError.isInstance(thrown) || thrown.code !== 'VALIDATION_ERROR')
        throw thrown;
      attempt = { calls, refusal: thrown.message };
    }
  }
}

/** Determines who decides on a plan: the repository that manages the objects, a policy, or a person. */
async function settlePlan(work: RemediationWork, plan: RemediationPlan): Promise<RemediationChange> {
  const { ports, remediation, principal } = work;
  if (plan.actions.some(({ managedBy }) => managedBy !== null)) {
    return { status: 'proposed', reason: await proposeAtSource(plan.actions, work) };
  }
  if (remediation.mode === 'manual') return { status: 'awaiting_approval' };
  const objection = findPolicyObjection(plan, remediation);
  if (objection !== undefined) return { status: 'awaiting_approval', reason: objection };
  const approval = {
    decidedBy: 'policy',
    decidedByUserId: principal.userId,
    planHash: plan.hash,
    actions: plan.actions.map(({ id }) => id),
  } as const;
  const signature = signApproval(await openApprovalSigner(ports.unitOfWork), remediation.id)(approval);
  return { status: 'executing', approval: { ...approval, signature } };
}

async function executeApproved(work: RemediationWork): Promise<RemediationChange> {
  const { ports, remediation } = work;
  const { plan, approval } = remediation;
  if (plan === null || approval === null)
    throw new AppError({ code: 'INTERNAL_ERROR', message: 'Nothing was approved.' });
  const flaw =
    findFlaw(await openApprovalSigner(ports.unitOfWork), { remediationId: remediation.id, plan, approval }) ??
    (approval.decidedBy === 'policy' ? findPolicyObjection(plan, remediation) : undefined);
  if (flaw !== undefined) return { status: 'refused', reason: flaw };
  const watch = await beginWatchNow(work);
  const progress = await executePlan(work, plan, approval);
  const failed = progress.find(({ status }) => status === 'failed');
  if (failed === undefined) return { status: 'validating', watch: { ...watch, changedAt: nowOf(ports).toISOString() } };
  const done = progress.filter(({ status }) => status === 'done').map(({ id }) => id);
  const before = done.length === 0 ? 'Nothing was changed.' : `Before it, ${done.join(', ')} was carried out.`;
  return {
    status: 'failed',
    reason: `Action ${failed.id} failed: ${failed.error} ${before}`,
    checks: await Promise.all(remediation.checks.map((check) => repeatCheck(check, work))),
  };
}
