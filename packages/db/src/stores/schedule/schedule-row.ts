import type { PlannedSchedule, Schedule } from '@shipmate/domain/schedule';
import type { Selectable } from 'kysely';
import type { ScheduleTable } from '../../schema/schedule-tables.ts';
import { storableText } from '../storable-text.ts';

export function toSchedule(row: Selectable<ScheduleTable>): Schedule {
  return {
    id: row.id,
    organizationId: row.organization_id,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    name: row.name,
    cron: row.cron,
    timeZone: row.time_zone,
    prompt: row.prompt,
    model: row.model,
    enabled: row.enabled,
    nextRunAt: row.next_run_at,
    lastRunId: row.last_run_id,
    lastSkip: row.last_skip,
    createdAt: row.created_at,
  };
}

export function toScheduleColumns({ settings, nextRunAt }: PlannedSchedule) {
  return {
    workspace_id: settings.workspaceId,
    name: storableText(settings.name),
    cron: settings.cron,
    time_zone: settings.timeZone,
    prompt: storableText(settings.prompt),
    model: settings.model,
    enabled: settings.enabled,
    next_run_at: nextRunAt,
  };
}
