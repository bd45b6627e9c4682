import type { ScheduleView } from '@shipmate/protocol/web/schedules';
import { CalendarPlus, Pause, Pencil, Play, Trash2, Zap } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { runAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { RunStatusBadge } from '../runs/run-status-badge.tsx';
import { describeCron } from './recurrence.ts';
import { ScheduleForm } from './schedule-form.tsx';
import {
  toScheduleRequest,
  useDeleteSchedule,
  useRunSchedule,
  useSaveSchedule,
  useSchedules,
} from './schedules-query.ts';
import { RelativeTime } from '../time/relative-time.tsx';

/** The schedules and their results. */
export function SchedulesPage() {
  const schedules = useSchedules();
  const [isCreating, setCreating] = useState(false);
  const close = () => setCreating(false);
  return (
    <ListPage
      title="Schedules"
      actions={
        <Button variant="primary" icon={<CalendarPlus aria-hidden />} onClick={() => setCreating(true)}>
          New schedule
        </Button>
      }
    >
      {schedules.error && <ErrorBanner error={schedules.error} onRetry={() => void schedules.refetch()} />}
      {schedules.isPending && <Waiting>Loading the schedules…</Waiting>}
      {schedules.data?.length === 0 && (
        <EmptyState>
          No schedules yet. A schedule asks an agent the same question at set times, for example every morning whether a
          chart is up to date.
        </EmptyState>
      )}
      <FramedList aria-label="Schedules">
        {schedules.data?.map((schedule) => (
          <ScheduleRow key={schedule.id} schedule={schedule} />
        ))}
      </FramedList>
      <Dialog isOpen={isCreating} isWide onClose={close} title="New schedule">
        <ScheduleForm onSaved={close} />
      </Dialog>
    </ListPage>
  );
}

/** One schedule: its question and times, its last result, and its actions. */
function ScheduleRow({ schedule }: { readonly schedule: ScheduleView }) {
  const { id, name, prompt, enabled } = schedule;
  const run = useRunSchedule(id);
  const save = useSaveSchedule(id);
  const [opened, setOpened] = useState<'edit' | 'delete'>();
  const close = () => setOpened(undefined);
  const error = run.error ?? save.error;
  return (
    <li aria-label={name} className="space-y-2 px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="truncate font-medium">{name}</p>
          <p className="text-muted text-xs">{describeTimes(schedule, new Date())}</p>
          <p className="mt-1 line-clamp-2 text-xs wrap-anywhere">{prompt}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button icon={<Zap aria-hidden />} isBusy={run.isPending} onClick={() => run.mutate()}>
            Run now
          </Button>
          <Button
            icon={enabled ? <Pause aria-hidden /> : <Play aria-hidden />}
            isBusy={save.isPending}
            onClick={() => save.mutate({ ...toScheduleRequest(schedule), enabled: !enabled })}
          >
            {enabled ? 'Pause' : 'Resume'}
          </Button>
          <Button aria-label={`Edit ${name}`} icon={<Pencil aria-hidden />} onClick={() => setOpened('edit')} />
          <Button aria-label={`Delete ${name}`} icon={<Trash2 aria-hidden />} onClick={() => setOpened('delete')} />
        </div>
      </div>
      <LastRun schedule={schedule} />
      {error && <StatedError error={error} />}
      <Dialog isOpen={opened === 'edit'} isWide onClose={close} title="Edit schedule">
        <ScheduleForm schedule={schedule} onSaved={close} />
      </Dialog>
      <Dialog
        isOpen={opened === 'delete'}
        onClose={close}
        title="Delete schedule"
        description={`“${name}” will not run again. Its past runs are kept.`}
      >
        <DeleteSchedule scheduleId={id} onKeep={close} />
      </Dialog>
    </li>
  );
}

/** Describes when a schedule runs, and its next run, in the reader's time zone. */
export function describeTimes(
  { cron, timeZone, nextRunAt }: Pick<ScheduleView, 'cron' | 'timeZone' | 'nextRunAt'>,
  now: Date,
): string {
  const next = nextRunAt === null ? 'paused' : `next ${toMoment(new Date(nextRunAt), now)}`;
  return `${describeCron(cron)} (${timeZone}) · ${next}`;
}

/** `today at 08:30`, `tomorrow at 08:30`, `Fri 27 Nov at 08:30`. */
function toMoment(moment: Date, now: Date): string {
  const time = moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const days = Math.round((startOfDay(moment) - startOfDay(now)) / 86_400_000);
  if (days === 0) return `today at ${time}`;
  if (days === 1) return `tomorrow at ${time}`;
  return `${moment.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })} at ${time}`;
}

function startOfDay(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}

/** The result of a schedule's last run, or why that run was skipped. */
function LastRun({ schedule }: { readonly schedule: ScheduleView }) {
  const { lastRunId, lastRunStatus, lastRunAt, lastSkip } = schedule;
  if (lastRunId === null && lastSkip === null) return <p className="text-muted text-xs">No runs yet.</p>;
  return (
    <div className="space-y-1 text-xs">
      {lastRunId !== null && lastRunStatus !== null && lastRunAt !== null && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RunStatusBadge run={{ status: lastRunStatus, isStopping: false, remediation: null }} />
          <Link {...runAddress(lastRunId)} className="text-accent underline underline-offset-2">
            Last run, <RelativeTime at={lastRunAt} />
          </Link>
        </p>
      )}
      {lastSkip !== null && <p className="text-caution wrap-anywhere">The last run was skipped: {lastSkip}</p>}
    </div>
  );
}

interface DeleteScheduleProps {
  readonly scheduleId: string;
  readonly onKeep: () => void;
}

/** Confirms the deletion of a schedule. */
function DeleteSchedule({ scheduleId, onKeep }: DeleteScheduleProps) {
  const remove = useDeleteSchedule(scheduleId);
  return (
    <>
      {remove.error && <ErrorBanner error={remove.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onKeep}>Keep</Button>
        <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Delete schedule
        </Button>
      </div>
    </>
  );
}
