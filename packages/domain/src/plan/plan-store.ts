import type { Principal } from '@shipmate/core';
import type { Plan, PlannedAction, PlanStatus } from './plan.ts';

/** A plan to be stored with status `proposed`. */
export interface NewPlan extends Pick<Plan, 'id' | 'workspaceId' | 'conversationId' | 'proposedByRunId' | 'summary'> {
  readonly actions: readonly PlannedAction[];
}

/** A transition of a plan from one status to another. */
export interface PlanTransition {
  /** The statuses from which the transition is possible. */
  readonly from: readonly PlanStatus[];
  readonly to: PlanStatus;
  /** The run that applies the plan from now on. */
  readonly appliedByRunId?: string;
}

/**
 * Store for plans.
 *
 * **Contract.** A user reads the plans of their own conversations, within the scope of their credential; any
 * other is `NOT_FOUND`. A conversation has at most one open plan: `create` sets earlier ones to `superseded`.
 */
export interface PlanStore {
  create(principal: Principal, plan: NewPlan): Promise<Plan>;
  get(principal: Principal, planId: string): Promise<Plan>;
  /** Lists plans, newest first. */
  list(principal: Principal, workspaceId: string): Promise<readonly Plan[]>;
  /** Returns the plan that a run applies or has applied. */
  findAppliedBy(principal: Principal, runId: string): Promise<Plan | undefined>;
  /**
   * Executes a transition; of concurrent ones exactly one succeeds. `undefined` if the plan has none of the
   * statuses in `from`.
   */
  move(principal: Principal, planId: string, transition: PlanTransition): Promise<Plan | undefined>;
  /** Marks actions, by their index, as done. A plan that is not being applied is not changed. */
  markDone(principal: Principal, planId: string, actions: readonly number[]): Promise<void>;
}
