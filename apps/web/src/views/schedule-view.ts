import type { Run } from '@shipmate/domain/run';
import type { Schedule } from '@shipmate/domain/schedule';
import type { ScheduleView } from '@shipmate/protocol/web/schedules';

/** Returns a schedule for its owner, with the result of its last run. */
export function toScheduleView(schedule: Schedule, lastRun: Run | undefined): ScheduleView {
  const { id, name, cron, timeZone, prompt, workspaceId, model, enabled, lastRunId, lastSkip } = schedule;
  return {
    id,
    name,
    cron,
    timeZone,
    prompt,
    workspaceId,
    model,
    enabled,
    nextRunAt: schedule.nextRunAt?.toISOString() ?? null,
    lastRunId,
    lastRunStatus: lastRun?.status ?? null,
    lastRunAt: lastRun?.createdAt.toISOString() ?? null,
    lastSkip,
    createdAt: schedule.createdAt.toISOString(),
  };
}
