import type { Principal } from '@shipmate/core';
import type { Plan, PlannedAction, PlanStatus } from './plan.ts';

/** A plan to be stored; it is `proposed`. */
export interface NewPlan extends Pick<Plan, 'id' | 'workspaceId' | 'conversationId' | 'proposedByRunId' | 'summary'> {
  readonly actions: readonly PlannedAction[];
}

/** A step of a plan from one status to another. */
export interface PlanTransition {
  /** The statuses in which the step can be taken. */
  readonly from: readonly PlanStatus[];
  readonly to: PlanStatus;
  /** The run that applies the plan from now on. */
  readonly appliedByRunId?: string;
}

/**
 * Plans.
 *
 * **Contract.** A user sees the plans of their own conversations, within the scope of their credential; any other is
 * `NOT_FOUND`. A conversation has one open plan at the most: `create` makes those before it `superseded`.
 */
export interface PlanStore {
  create(principal: Principal, plan: NewPlan): Promise<Plan>;
  get(principal: Principal, planId: string): Promise<Plan>;
  /** Newest first. */
  list(principal: Principal, workspaceId: string): Promise<readonly Plan[]>;
  /** The plan that a run applies or has applied. */
  findAppliedBy(principal: Principal, runId: string): Promise<Plan | undefined>;
  /** Takes a step, whoever else tries at the same time; `undefined` when the plan is in none of the statuses it starts from. */
  move(principal: Principal, planId: string, transition: PlanTransition): Promise<Plan | undefined>;
  /** Notes that actions, by their index, were carried out. A plan that is not being applied is left as it is. */
  markDone(principal: Principal, planId: string, actions: readonly number[]): Promise<void>;
}
