import { AppError, type Principal } from '@shipmate/core';
import type { Stores } from '../persistence/stores.ts';
import type { Run } from '../run/run.ts';
import { openPlanStatuses, type Plan, type PlanStatus } from '../plan/plan.ts';
import { isCarriedOut, toEndedStatus, type PlanEdit } from '../plan/plan-rules.ts';

type PlanStores = Pick<Stores, 'plans'>;

/** Has a run apply a plan of its conversation. @throws AppError `NOT_FOUND`; `CONFLICT` when the plan is not open. */
export async function beginPlan(
  { plans }: PlanStores,
  principal: Principal,
  { planId, run }: { readonly planId: string; readonly run: Pick<Run, 'id' | 'conversationId'> },
): Promise<Plan> {
  const plan = await plans.get(principal, planId);
  if (plan.conversationId !== run.conversationId) throw absent();
  const transition = { from: openPlanStatuses, to: 'applying', appliedByRunId: run.id } as const;
  return (await plans.move(principal, planId, transition)) ?? refuse(plan.status);
}

/** Has a run that answers a question again take up what the run before it left of a plan. */
export async function resumePlan(
  { plans }: PlanStores,
  principal: Principal,
  { earlierRun, run }: { readonly earlierRun: Pick<Run, 'id'> | undefined; readonly run: Pick<Run, 'id'> },
): Promise<void> {
  const plan = earlierRun && (await plans.findAppliedBy(principal, earlierRun.id));
  if (plan) await plans.move(principal, plan.id, { from: ['partly_applied'], to: 'applying', appliedByRunId: run.id });
}

/** Notes what an edit of a run carries out of the plan that the run applies, if it does. To be called with the edit's stores. */
export async function notePlanProgress(
  { plans }: PlanStores,
  principal: Principal,
  { runId, ...edit }: PlanEdit & { readonly runId: string },
): Promise<void> {
  const plan = await plans.findAppliedBy(principal, runId);
  if (plan?.status !== 'applying') return;
  const done = plan.actions.flatMap((action, index) => (!action.isDone && isCarriedOut(action, edit) ? [index] : []));
  if (done.length > 0) await plans.markDone(principal, plan.id, done);
}

/** Says of the plan that a run applied how far it came. To be called in the transaction that ends the run, however it ends. */
export async function endPlan({ plans }: PlanStores, principal: Principal, runId: string): Promise<void> {
  const plan = await plans.findAppliedBy(principal, runId);
  if (plan) await plans.move(principal, plan.id, { from: ['applying'], to: toEndedStatus(plan.actions) });
}

/** Puts a plan aside; doing it again changes nothing. @throws AppError `NOT_FOUND`; `CONFLICT` when the plan is not open. */
export async function ignorePlan(
  { plans }: PlanStores,
  principal: Principal,
  { workspaceId, planId }: { readonly workspaceId: string; readonly planId: string },
): Promise<Plan> {
  const plan = await plans.get(principal, planId);
  if (plan.workspaceId !== workspaceId) throw absent();
  const transition = { from: [...openPlanStatuses, 'ignored'], to: 'ignored' } as const;
  return (await plans.move(principal, planId, transition)) ?? refuse(plan.status);
}

const reasons: Readonly<Record<PlanStatus, string>> = {
  proposed: 'was changed at the same moment',
  partly_applied: 'was changed at the same moment',
  applying: 'is being applied already',
  applied: 'has been applied already',
  ignored: 'was ignored',
  superseded: 'was replaced by a newer plan',
};

function refuse(status: PlanStatus): never {
  throw new AppError({
    code: 'CONFLICT',
    message: `This plan ${reasons[status]}. Look at it again.`,
    details: { reason: 'plan_not_open', status },
  });
}

function absent(): AppError {
  return new AppError({ code: 'NOT_FOUND', message: 'There is no such plan.' });
}
