import { AppError } from '@shipmate/core';
import {
  findPolicyObjection,
  type RemediationChange,
  type RemediationPlan,
  type RemediationStatus,
} from '@shipmate/domain/remediation';
import { openApprovalSigner } from '../../approval/open-approval-signer.ts';
import { modelAnswer } from '../answer/record-loop.ts';
import { beginWatch, beginWatchNow } from './begin-watch.ts';
import { executePlan } from './execute-plan.ts';
import { proposeAtSource } from './find-source.ts';
import { type EarlierAttempt, investigate, toAnalysis } from './investigate.ts';
import { logInvestigation } from './log-investigation.ts';
import { planChanges } from './plan-changes.ts';
import { findFlaw, signApproval } from './plan-hash.ts';
import { beginChecks, repeatCheck } from './read-health.ts';
import { nowOf } from './remediation-ports.ts';
import type { RemediationStep, RemediationWork } from './remediation-work.ts';
import { watchHealth } from './watch-health.ts';

type WorkedOn = Extract<RemediationStatus, 'investigating' | 'executing' | 'validating'>;

const steps: Readonly<Record<WorkedOn, (work: RemediationWork) => Promise<RemediationStep>>> = {
  investigating: async (work) => ({ change: await findPlan(work) }),
  executing: async (work) => ({ change: await executeApproved(work) }),
  validating: watchHealth,
};

/** Takes the next step of a remediation that is investigated, executed or watched. */
export function takeStep(work: RemediationWork): Promise<RemediationStep> {
  return steps[work.remediation.status as WorkedOn](work);
}

/** Investigates, and once more when the cluster rejects the plan. */
async function findPlan(work: RemediationWork): Promise<RemediationChange> {
  let attempt: EarlierAttempt = { calls: work.remediation.calls };
  for (;;) {
    const { answer, calls } = await investigateOnce(work, attempt);
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

async function investigateOnce(work: RemediationWork, attempt: EarlierAttempt): ReturnType<typeof investigate> {
  try {
    return await investigate(work, { ...attempt, log: await logInvestigation(work) });
  } finally {
    work.run.activity.end(modelAnswer);
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
  const before = done.length === 0 ? 'Nothing was changed.' : `Before it, ${done.join(', ')} was executed.`;
  return {
    status: 'failed',
    reason: `Action ${failed.id} failed: ${failed.error} ${before}`,
    checks: await Promise.all(remediation.checks.map((check) => repeatCheck(check, work))),
  };
}
