import type { Schedule } from '@shipmate/domain';
import type { ScheduleView } from '@shipmate/protocol';

/** A schedule as its owner sees it. */
export function toScheduleView(schedule: Schedule): ScheduleView {
  const { id, name, cron, timeZone, prompt, workspaceId, model, enabled, nextRunAt, lastRunId, createdAt } = schedule;
  return {
    id,
    name,
    cron,
    timeZone,
    prompt,
    workspaceId,
    model,
    enabled,
    nextRunAt: nextRunAt?.toISOString() ?? null,
    lastRunId,
    createdAt: createdAt.toISOString(),
  };
}
