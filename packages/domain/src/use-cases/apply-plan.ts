import { AppError, type Principal } from '@shipmate/core';
import type { Stores } from '../persistence/stores.ts';
import type { PlanStore } from '../plan/plan-store.ts';
import type { ConversationRun } from '../run/run.ts';
import { openPlanStatuses, type Plan, type PlanStatus } from '../plan/plan.ts';
import { isCarriedOut, toEndedStatus, type PlanEdit } from '../plan/plan-rules.ts';

type PlanStores = Pick<Stores, 'plans'>;

/**
 * Starts the execution of a conversation's plan by a run. @throws AppError `NOT_FOUND`; `CONFLICT` if the
 * plan is not open.
 */
export async function beginPlan(
  { plans }: PlanStores,
  principal: Principal,
  { planId, run }: { readonly planId: string; readonly run: Pick<ConversationRun, 'id' | 'conversationId'> },
): Promise<Plan> {
  const plan = await plans.get(principal, planId);
  if (plan.conversationId !== run.conversationId) throw planNotFound();
  const transition = { from: openPlanStatuses, to: 'applying', appliedByRunId: run.id } as const;
  return (await plans.move(principal, planId, transition)) ?? refusePlan(plan.status);
}

/** Lets a retry take over the remaining steps of the plan from the run before it. */
export async function resumePlan(
  { plans }: PlanStores,
  principal: Principal,
  {
    earlierRun,
    run,
  }: { readonly earlierRun: Pick<ConversationRun, 'id'> | undefined; readonly run: Pick<ConversationRun, 'id'> },
): Promise<void> {
  const plan = earlierRun && (await plans.findAppliedBy(principal, earlierRun.id));
  if (plan) await plans.move(principal, plan.id, { from: ['partly_applied'], to: 'applying', appliedByRunId: run.id });
}

/**
 * Records the progress of the plan that the run applies, if an edit implements a part of it. Call it with the
 * edit's stores.
 */
export async function notePlanProgress(
  { plans }: { readonly plans: Pick<PlanStore, 'findAppliedBy' | 'markDone'> },
  principal: Principal,
  { runId, ...edit }: PlanEdit & { readonly runId: string },
): Promise<void> {
  const plan = await plans.findAppliedBy(principal, runId);
  if (plan?.status !== 'applying') return;
  const done = plan.actions.flatMap((action, index) => (!action.isDone && isCarriedOut(action, edit) ? [index] : []));
  if (done.length > 0) await plans.markDone(principal, plan.id, done);
}

/**
 * Records the result of the plan that a run applied. Call it in the transaction that ends the run, whatever
 * its outcome.
 */
export async function endPlan({ plans }: PlanStores, principal: Principal, runId: string): Promise<void> {
  const plan = await plans.findAppliedBy(principal, runId);
  if (plan) await plans.move(principal, plan.id, { from: ['applying'], to: toEndedStatus(plan.actions) });
}

/** Ignores a plan. Idempotent. @throws AppError `NOT_FOUND`; `CONFLICT` if the plan is not open. */
export async function ignorePlan(
  { plans }: PlanStores,
  principal: Principal,
  { workspaceId, planId }: { readonly workspaceId: string; readonly planId: string },
): Promise<Plan> {
  const plan = await plans.get(principal, planId);
  if (plan.workspaceId !== workspaceId) throw planNotFound();
  const transition = { from: [...openPlanStatuses, 'ignored'], to: 'ignored' } as const;
  return (await plans.move(principal, planId, transition)) ?? refusePlan(plan.status);
}

const reasons: Readonly<Record<PlanStatus, string>> = {
  proposed: 'was changed at the same moment',
  partly_applied: 'was changed at the same moment',
  applying: 'is being applied already',
  applied: 'has been applied already',
  ignored: 'was ignored',
  superseded: 'was replaced by a newer plan',
};

function refusePlan(status: PlanStatus): never {
  throw new AppError({
    code: 'CONFLICT',
    message: `This plan ${reasons[status]}. Refresh to see its state.`,
    details: { reason: 'plan_not_open', status },
  });
}

function planNotFound(): AppError {
  return new AppError({ code: 'NOT_FOUND', message: 'Plan not found.' });
}
