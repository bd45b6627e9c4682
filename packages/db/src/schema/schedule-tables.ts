import type { Generated } from 'kysely';

export interface ScheduleTable {
  id: string;
  organization_id: string;
  user_id: string;
  workspace_id: string | null;
  name: string;
  cron: string;
  time_zone: string;
  prompt: string;
  model: string | null;
  enabled: boolean;
  /** Set while the schedule is enabled. */
  next_run_at: Date | null;
  last_run_id: string | null;
  last_skip: string | null;
  created_at: Generated<Date>;
}
