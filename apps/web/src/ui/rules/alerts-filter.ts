import type { RuleAlertView } from '@shipmate/protocol/web/rule-alerts';
import type { UncheckedSearch } from '../router/search-value.ts';

/** The states of alerts, in the order of the filter. */
export const statusWords: Readonly<Record<RuleAlertView['status'], string>> = {
  active: 'Active',
  acknowledged: 'Acknowledged',
  dismissed: 'Dismissed',
  resolved: 'Resolved',
};

/** The severities of alerts, in the order of the filter. */
export const severityWords: Readonly<Record<RuleAlertView['severity'], string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** The filter of the alerts page in its address. */
interface AlertsFilter {
  /** Default: active; `all` for every status. */
  readonly status?: RuleAlertView['status'] | 'all' | undefined;
  readonly severity?: RuleAlertView['severity'] | undefined;
}

/** Parses the search parameters of the alerts page; drops unknown states and severities. */
export function parseAlertsFilter({ status, severity }: UncheckedSearch): AlertsFilter {
  return {
    status: status === 'all' ? status : findKey(statusWords, status),
    severity: findKey(severityWords, severity),
  };
}

function findKey<Key extends string>(words: Readonly<Record<Key, string>>, value: unknown): Key | undefined {
  return (Object.keys(words) as Key[]).find((key) => key === value);
}
