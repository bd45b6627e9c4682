import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { useDeleteSchedule } from './schedules-query.ts';

export interface DeleteScheduleProps {
  readonly scheduleId: string;
  readonly onKeep: () => void;
}

/** Confirms the deletion of a schedule. */
export function DeleteSchedule({ scheduleId, onKeep }: DeleteScheduleProps) {
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
