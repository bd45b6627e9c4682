import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { TopBar } from '../components/top-bar.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleRow } from './schedule-row.tsx';
import { useSchedules } from './schedules-query.ts';

/** What agents are asked again and again, and what came of it. */
export function SchedulesPage() {
  const schedules = useSchedules();
  const [isCreating, setCreating] = useState(false);
  const close = () => setCreating(false);
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-4 px-4 py-8">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <PageHeading className="mr-auto text-xl font-semibold tracking-tight">Schedules</PageHeading>
          <Button variant="primary" icon={<CalendarPlus aria-hidden />} onClick={() => setCreating(true)}>
            New schedule
          </Button>
        </div>
        {schedules.error && <ErrorBanner error={schedules.error} onRetry={() => void schedules.refetch()} />}
        {schedules.isPending && <Waiting>Loading the schedules…</Waiting>}
        {schedules.data?.length === 0 && (
          <p role="status" className="text-muted py-10 text-center">
            Nothing is asked by itself yet. A schedule asks an agent the same question again and again, for example
            every morning whether a chart is up to date.
          </p>
        )}
        <ul
          aria-label="Schedules"
          className="border-line bg-surface divide-line divide-y overflow-hidden rounded-lg border empty:hidden"
        >
          {schedules.data?.map((schedule) => (
            <ScheduleRow key={schedule.id} schedule={schedule} />
          ))}
        </ul>
      </main>
      <Dialog isOpen={isCreating} isWide onClose={close} title="New schedule">
        <ScheduleForm onSaved={close} />
      </Dialog>
    </div>
  );
}
