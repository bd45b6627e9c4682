import type { ScheduleView } from '@shipmate/protocol/web/schedules';
import { Pause, Pencil, Play, Trash2, Zap } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { DeleteSchedule } from './delete-schedule.tsx';
import { LastRun } from './last-run.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { describeTimes } from './describe-times.ts';
import { toScheduleRequest, useRunSchedule, useSaveSchedule } from './schedules-query.ts';

/** One schedule: its question and times, its last result, and its actions. */
export function ScheduleRow({ schedule }: { readonly schedule: ScheduleView }) {
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
