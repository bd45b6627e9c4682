import type { RuleAlertView } from '@shipmate/protocol/web/rule-alerts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { EmptyState } from '../components/empty-state.tsx';
import { Button } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { ruleAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { parseAlertsFilter, severityWords, statusWords } from './alerts-filter.ts';
import { useChangeAlert, useRuleAlerts } from './rule-queries.ts';
import { RelativeTime } from '../time/relative-time.tsx';

const severityStyles = {
  critical: { ink: 'text-removed', icon: CircleAlert },
  high: { ink: 'text-removed', icon: CircleAlert },
  medium: { ink: 'text-caution', icon: TriangleAlert },
  low: { ink: 'text-muted', icon: Info },
} as const;

/** The alerts that rules sent to the person, newest first. */
export function AlertsPage() {
  const search = useSearch({ from: '/alerts' });
  const navigate = useNavigate();
  const { status = 'active', severity } = search;
  const query = useRuleAlerts({ status: status === 'all' ? undefined : status, severity });
  const setFilter = (next: { readonly status?: string; readonly severity?: string }) =>
    void navigate({ to: '/alerts', search: parseAlertsFilter({ ...search, ...next }), replace: true });
  const alerts = query.data ?? [];
  return (
    <ListPage
      title="Alerts"
      actions={
        <>
          <SmallSelect
            label="Status"
            value={status}
            options={[...Object.entries(statusWords), ['all', 'All']]}
            onChange={(value) => setFilter({ status: value })}
          />
          <SmallSelect
            label="Severity"
            value={severity ?? 'all'}
            options={[['all', 'All'], ...Object.entries(severityWords)]}
            onChange={(value) => setFilter({ severity: value })}
          />
        </>
      }
    >
      {query.error && <ErrorBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Waiting>Loading the alerts…</Waiting>}
      {query.data && alerts.length === 0 && (
        <EmptyState>
          {status === 'active' && severity === undefined
            ? 'No active alerts. Rules with the action “create alert” send them to you.'
            : 'No alerts match the filter.'}
        </EmptyState>
      )}
      <FramedList aria-label="Alerts">
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </FramedList>
      {query.hasNextPage && (
        <Button className="self-center" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Older alerts
        </Button>
      )}
    </ListPage>
  );
}

/** One alert with its actions. */
function AlertRow({ alert }: { readonly alert: RuleAlertView }) {
  const { title, message, severity, status, ruleId, ruleName, createdAt, acknowledgments } = alert;
  const change = useChangeAlert(alert);
  const { ink, icon: Icon } = severityStyles[severity];
  const isBusy = (name: string) => change.isPending && change.variables === name;
  return (
    <li aria-label={title} className="space-y-2 px-4 py-3">
      <div className="flex items-start gap-3">
        <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', ink)} />
        <div className="min-w-0 flex-1 space-y-1">
          <p className="font-medium wrap-anywhere">{title}</p>
          <p className="text-xs wrap-anywhere whitespace-pre-line">{message}</p>
          <p className="text-muted flex flex-wrap gap-x-3 text-xs">
            <span className={ink}>{severityWords[severity]}</span>
            <span>{statusWords[status]}</span>
            {ruleId !== null && (
              <Link {...ruleAddress(ruleId)} className="text-accent underline underline-offset-2 wrap-anywhere">
                {ruleName ?? 'Rule'}
              </Link>
            )}
            <RelativeTime at={createdAt} />
            {acknowledgments.length > 0 && (
              <span>Acknowledged by {acknowledgments.map(({ userName }) => userName).join(', ')}</span>
            )}
          </p>
        </div>
      </div>
      {(status === 'active' || status === 'acknowledged') && (
        <div className="flex flex-wrap gap-2 pl-7">
          {status === 'active' && (
            <Button isBusy={isBusy('acknowledge')} onClick={() => change.mutate('acknowledge')}>
              Acknowledge
            </Button>
          )}
          <Button isBusy={isBusy('resolve')} onClick={() => change.mutate('resolve')}>
            Resolve
          </Button>
          <Button variant="quiet" isBusy={isBusy('dismiss')} onClick={() => change.mutate('dismiss')}>
            Dismiss
          </Button>
        </div>
      )}
      {change.error && <ErrorBanner error={change.error} onDismiss={() => change.reset()} />}
    </li>
  );
}
