import { useState } from 'react';
import type { RunListQuery } from '@shipmate/protocol/web/runs';
import { PendingApprovals } from '../approvals/pending-approvals.tsx';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { NotificationSetting } from '../notifications/notification-setting.tsx';
import { Link } from '../router/link.tsx';
import { RunRow } from './run-row.tsx';
import { statusWords } from '../api/run-words.ts';
import { useRuns } from '../api/runs-query.ts';

const filters = [['', 'All'], ['active', 'Active'], ...Object.entries(statusWords)] as const;

/** The person's runs, newest first. */
export function RunsPage() {
  const [status, setStatus] = useState('');
  const runs = useRuns(filters.find(([value]) => value === status && value !== '')?.[0] as RunListQuery['status']);
  const shown = runs.data?.pages.flatMap((page) => page.runs);
  return (
    <ListPage
      title="Runs"
      actions={
        <>
          <Link href="/schedules" className="text-accent text-xs underline underline-offset-2">
            Schedules
          </Link>
          <SmallSelect label="Show" value={status} options={filters} onChange={setStatus} />
        </>
      }
    >
      <NotificationSetting />
      <PendingApprovals />
      {runs.error && <ErrorBanner error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.isPending && <Waiting>Loading the runs…</Waiting>}
      {shown?.length === 0 && (
        <p role="status" className="text-muted py-10 text-center">
          {status === ''
            ? 'No runs yet. A run is one answer of an agent: ask a question in a workspace to start one.'
            : 'No runs in this state.'}
        </p>
      )}
      <FramedList aria-label="Runs">
        {shown?.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </FramedList>
      {runs.hasNextPage && (
        <Button className="self-center" isBusy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          Older runs
        </Button>
      )}
    </ListPage>
  );
}
