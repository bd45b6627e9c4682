import type { RunSummary } from '@shipmate/protocol/web/runs';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { describeDuration, describeRunOrigin, isActive, toRunTitle } from '../api/run-words.ts';
import { useRuns } from '../api/runs-query.ts';
import { ApprovalCard } from '../approvals/approval-card.tsx';
import { usePendingApprovals } from '../approvals/approvals-query.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { NotificationSetting } from '../notifications/notification-setting.tsx';
import { runPageAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { RunStatusBadge } from './run-status-badge.tsx';
import { parseRunsSearch, runFilters } from './runs-search.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import { Cost } from '../components/amount.tsx';

/** The person's runs, newest first. */
export function RunsPage() {
  const { status } = useSearch({ from: '/runs' });
  const navigate = useNavigate();
  const runs = useRuns(status);
  const shown = runs.data?.pages.flatMap((page) => page.runs);
  return (
    <ListPage
      title="Runs"
      actions={
        <SmallSelect
          label="Show"
          value={status ?? ''}
          options={runFilters}
          onChange={(chosen) =>
            void navigate({ to: '/runs', search: parseRunsSearch({ status: chosen }), replace: true })
          }
        />
      }
    >
      <NotificationSetting />
      <PendingApprovals />
      {runs.error && <ErrorBanner error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.isPending && <Waiting>Loading the runs…</Waiting>}
      {shown?.length === 0 && (
        <EmptyState>
          {status === undefined
            ? 'No runs yet. A run is one answer of an agent: ask a question in a workspace to start one.'
            : 'No runs in this state.'}
        </EmptyState>
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

/** One run of the list, linked to its trace. */
function RunRow({ run }: { readonly run: RunSummary }) {
  const { model, costUsd, createdAt, endedAt } = run;
  const begun = new Date(createdAt);
  return (
    <li>
      <Link
        {...runPageAddress(run)}
        className="hover:bg-raised grid items-baseline sm:grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 px-4 py-2.5 -outline-offset-2"
      >
        <span className="truncate font-medium">{toRunTitle(run)}</span>
        <span className="sm:justify-self-end">
          <RunStatusBadge run={run} />
        </span>
        <span className="text-muted truncate text-xs">
          {[describeRunOrigin(run), model].filter((word) => word !== '' && word !== null).join(' · ')}
        </span>
        <span className="text-muted text-xs sm:justify-self-end tabular-nums">
          {endedAt !== null && `${describeDuration(new Date(endedAt).getTime() - begun.getTime())} · `}
          {!isActive(run) && (
            <>
              <Cost usd={costUsd} /> ·{' '}
            </>
          )}
          <RelativeTime at={createdAt} />
        </span>
      </Link>
    </li>
  );
}

/** Pending approvals that the page shows; the inbox lists all. */
const shownApprovals = 3;

/** The oldest pending approvals of the person, from runs and from API clients; renders nothing when there are none. */
function PendingApprovals() {
  const { approvals = [], total = 0 } = usePendingApprovals({ limit: shownApprovals }).data ?? {};
  if (approvals.length === 0) return null;
  return (
    <section aria-labelledby="pending-approvals" className="space-y-3">
      <h2 id="pending-approvals" className="text-sm font-medium">
        Waiting for approval
      </h2>
      {approvals.map(({ id }) => (
        <ApprovalCard key={id} approvalId={id} />
      ))}
      {total > approvals.length && (
        <p className="text-xs">
          <Link to="/inbox" className="text-accent underline underline-offset-2">
            Show all {total} in the inbox
          </Link>
        </p>
      )}
    </section>
  );
}
