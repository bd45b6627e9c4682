import type { RunSummary } from '@shipmate/protocol/web/runs';
import type { ReactNode } from 'react';
import { useInboxItems } from '../api/inbox-query.ts';
import { describeDuration, describeRunOrigin, isActive, toRunTitle } from '../api/run-words.ts';
import { FramedList } from '../components/framed-list.tsx';
import { LinkRow } from '../navigation/link-row.tsx';
import { useRecentRuns } from '../notifications/use-run-activity.ts';
import { runPageAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { RunStatusBadge } from '../runs/run-status-badge.tsx';

const maxRows = 5;

/** What waits for the person, what is running and what the person did last; sections without rows are not shown. */
export function Attention() {
  const items = useInboxItems();
  const runs = useRecentRuns().data ?? [];
  const active = runs.filter(isActive).slice(0, maxRows);
  const ended = runs.filter((run) => !isActive(run));
  const failed = ended.filter(({ status }) => status === 'failed').slice(0, 3);
  const last = ended.filter(({ status }) => status !== 'failed').slice(0, maxRows);
  return (
    <>
      <Rows title="Waiting for you" isEmpty={items.length === 0 && failed.length === 0} more="/inbox">
        {items.slice(0, maxRows).map(({ kind, id, title, createdAt }) => (
          <LinkRow key={`${kind} ${id}`} address={{ to: '/inbox' }} about={title} createdAt={createdAt}>
            <span className="text-caution">Waiting for approval</span>
          </LinkRow>
        ))}
        {failed.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </Rows>
      <Rows title="Running" isEmpty={active.length === 0} more="/runs">
        {active.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </Rows>
      <Rows title="Last runs" isEmpty={last.length === 0} more="/runs">
        {last.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </Rows>
    </>
  );
}

function RunRow({ run }: { readonly run: RunSummary }) {
  const { createdAt } = run;
  return (
    <LinkRow address={runPageAddress(run)} about={toRunTitle(run)} createdAt={createdAt}>
      <RunStatusBadge run={run} />
      <span>{describeRunOrigin(run)}</span>
      {isActive(run) && (
        <span className="tabular-nums">{describeDuration(Date.now() - new Date(createdAt).getTime())}</span>
      )}
    </LinkRow>
  );
}

interface RowsProps {
  readonly title: string;
  readonly isEmpty: boolean;
  /** The page with all of them. */
  readonly more: '/inbox' | '/runs';
  readonly children: ReactNode;
}

function Rows({ title, isEmpty, more, children }: RowsProps) {
  if (isEmpty) return null;
  return (
    <section aria-label={title} className="space-y-2">
      <div className="flex items-baseline justify-between">
        <h2 className="text-muted text-xs font-medium">{title}</h2>
        <Link to={more} className="text-accent text-xs hover:underline">
          {more === '/inbox' ? 'Open inbox' : 'All runs'}
        </Link>
      </div>
      <FramedList>{children}</FramedList>
    </section>
  );
}
