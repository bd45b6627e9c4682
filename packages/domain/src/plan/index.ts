export type { PlanEdit } from './plan-rules.ts';
export type { NewPlan, PlanStore, PlanTransition } from './plan-store.ts';
export {
  openPlanStatuses,
  planActionKinds,
  planStatuses,
  type Plan,
  type PlanAction,
  type PlanActionKind,
  type PlannedAction,
  type PlanStatus,
} from './plan.ts';
