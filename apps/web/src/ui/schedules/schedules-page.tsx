import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleRow } from './schedule-row.tsx';
import { useSchedules } from './schedules-query.ts';

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
        <p role="status" className="text-muted py-10 text-center">
          No schedules yet. A schedule asks an agent the same question at set times, for example every morning whether a
          chart is up to date.
        </p>
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
