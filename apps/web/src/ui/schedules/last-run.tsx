import type { ScheduleView } from '@shipmate/protocol/web/schedules';
import { Link } from '../router/link.tsx';
import { toRunPath } from '../router/route.ts';
import { RunStatusBadge } from '../runs/run-status-badge.tsx';
import { toAge } from '../time/age.ts';

/** The result of a schedule's last run, or why that run was skipped. */
export function LastRun({ schedule }: { readonly schedule: ScheduleView }) {
  const { lastRunId, lastRunStatus, lastRunAt, lastSkip } = schedule;
  if (lastRunId === null && lastSkip === null) return <p className="text-muted text-xs">No runs yet.</p>;
  return (
    <div className="space-y-1 text-xs">
      {lastRunId !== null && lastRunStatus !== null && lastRunAt !== null && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RunStatusBadge run={{ status: lastRunStatus, isStopping: false }} />
          <Link href={toRunPath(lastRunId)} className="text-accent underline underline-offset-2">
            Last run, <time dateTime={lastRunAt}>{toAge(new Date(lastRunAt), new Date())}</time>
          </Link>
        </p>
      )}
      {lastSkip !== null && <p className="text-caution wrap-anywhere">The last run was skipped: {lastSkip}</p>}
    </div>
  );
}
