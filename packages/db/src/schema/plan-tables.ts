import type { PlanActionKind, PlanStatus } from '@shipmate/domain/plan';
import type { Generated } from 'kysely';

export interface PlanTable {
  id: string;
  organization_id: string;
  user_id: string;
  workspace_id: string;
  conversation_id: string;
  proposed_by_run_id: string;
  /** The run that applies it, or the last one that did. */
  applied_by_run_id: string | null;
  summary: string;
  status: PlanStatus;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface PlanActionTable {
  plan_id: string;
  /** From 0. */
  position: number;
  action: PlanActionKind;
  path: string;
  /** Set only for a rename. */
  new_path: string | null;
  why: string;
  is_done: Generated<boolean>;
}
