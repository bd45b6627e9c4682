import type { Schedule } from '@shipmate/domain';
import type { ScheduleView } from '@shipmate/protocol';

/** A schedule as its owner sees it. */
export function toScheduleView(schedule: Schedule): ScheduleView {
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
    lastSkip,
    createdAt: schedule.createdAt.toISOString(),
  };
}
