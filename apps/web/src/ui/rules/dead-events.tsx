import {
  deadEventListResponseSchema,
  type DeadEventView,
  retriedEventsSchema,
} from '@shipmate/protocol/web/dead-events';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteResource, requestJson } from '../api/request.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { rulesKey } from './rule-queries.ts';
import { RelativeTime } from '../time/relative-time.tsx';

const path = '/api/rules/dead-events';

/** Events that no rule could take, to retry or discard; nothing is shown without one. */
export function DeadEvents() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [...rulesKey, 'dead-events'],
    queryFn: ({ signal }) => requestJson(path, { schema: deadEventListResponseSchema, signal }),
  });
  const retryAll = useMutation({
    mutationFn: () => requestJson(`${path}/retry`, { schema: retriedEventsSchema, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey }),
  });
  if (query.error) return <ErrorBanner error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data || query.data.events.length === 0) return null;
  const { events, total } = query.data;
  return (
    <section aria-label="Dead events" className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">Dead events ({total})</h2>
        <Button isBusy={retryAll.isPending} onClick={() => retryAll.mutate()}>
          Retry all
        </Button>
      </div>
      <p className="text-muted text-xs">No rule could take these events. Correct the reason, then retry them.</p>
      {retryAll.error && <ErrorBanner error={retryAll.error} onDismiss={() => retryAll.reset()} />}
      <FramedList>
        {events.map((event) => (
          <DeadEventRow key={event.id} event={event} />
        ))}
      </FramedList>
    </section>
  );
}

function DeadEventRow({ event }: { readonly event: DeadEventView }) {
  const { id, entity, entityKey, error, attempts, createdAt } = event;
  const client = useQueryClient();
  const own = `${path}/${encodeURIComponent(id)}`;
  const onSettled = () => client.invalidateQueries({ queryKey: rulesKey });
  const retry = useMutation({
    mutationFn: () => requestJson(`${own}/retry`, { schema: retriedEventsSchema, body: {} }),
    onSettled,
  });
  const discard = useMutation({ mutationFn: () => deleteResource(own), onSettled });
  const failure = retry.error ?? discard.error;
  return (
    <li className="space-y-2 px-4 py-2.5 text-xs">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
          <span className="font-medium">{entity}</span>, row {entityKey}
          <span className="text-muted block">
            {attempts === 1 ? '1 attempt' : `${attempts} attempts`}, <RelativeTime at={createdAt} />
          </span>
        </span>
        <Button aria-label={`Retry event of row ${entityKey}`} isBusy={retry.isPending} onClick={() => retry.mutate()}>
          Retry
        </Button>
        <Button
          variant="quiet"
          aria-label={`Discard event of row ${entityKey}`}
          isBusy={discard.isPending}
          onClick={() => discard.mutate()}
        >
          Discard
        </Button>
      </div>
      <p className="text-removed wrap-anywhere">{error}</p>
      {failure && <ErrorBanner error={failure} />}
    </li>
  );
}
