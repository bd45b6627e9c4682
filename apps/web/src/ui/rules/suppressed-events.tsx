import { type SuppressedEventListResponse, suppressedEventListResponseSchema } from '@shipmate/protocol/web/rule-noise';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { requestJson } from '../api/request.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ruleExecutionAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { rulesKey } from './rule-queries.ts';
import { RelativeTime } from '../time/relative-time.tsx';

type SuppressedEvent = SuppressedEventListResponse['events'][number];

/** Number of events that the list shows at first, and adds on request. */
const pageLength = 20;
const maxLength = 100;

/** The events that matched a rule and began no execution of their own, newest first. */
export function SuppressedEvents({ ruleId }: { readonly ruleId: string }) {
  const [limit, setLimit] = useState(pageLength);
  const query = useQuery({
    queryKey: [...rulesKey, 'suppressed', ruleId, limit],
    queryFn: ({ signal }) =>
      requestJson(`/api/rules/${encodeURIComponent(ruleId)}/suppressed?limit=${limit}`, {
        schema: suppressedEventListResponseSchema,
        signal,
      }),
    select: ({ events }) => events,
    placeholderData: keepPreviousData,
  });
  const count = query.data?.length ?? 0;
  return (
    <section aria-label="Suppressed events" className="space-y-2">
      <h2 className="font-semibold">Suppressed events</h2>
      {query.error && <ErrorBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Waiting>Loading the suppressed events…</Waiting>}
      {query.data && count === 0 && (
        <p className="text-muted text-xs">No suppressed events. Silences and noise control suppress events.</p>
      )}
      <FramedList aria-label="Suppressed events">
        {query.data?.map((event) => (
          <SuppressedEventRow key={event.eventId} ruleId={ruleId} event={event} />
        ))}
      </FramedList>
      {count === limit && limit < maxLength && (
        <Button isBusy={query.isFetching} onClick={() => setLimit(Math.min(limit + pageLength, maxLength))}>
          Show more events
        </Button>
      )}
    </section>
  );
}

function SuppressedEventRow({ ruleId, event }: { readonly ruleId: string; readonly event: SuppressedEvent }) {
  const { reason, executionId, entityKey, revision, createdAt } = event;
  return (
    <li className="px-4 py-2.5 text-xs">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">{reason}</span>
        <RelativeTime at={createdAt} />
        <span className="text-muted min-w-0 wrap-anywhere">
          Row {entityKey}, revision {revision}
        </span>
        {executionId !== null && (
          <Link {...ruleExecutionAddress(ruleId, executionId)} className="text-accent underline underline-offset-2">
            Open execution
          </Link>
        )}
      </p>
    </li>
  );
}
