import { createHash } from 'node:crypto';
import type { NewRemediation } from '@shipmate/domain/remediation';
import type { alertmanagerRequestSchema } from '@shipmate/protocol/web/alerts';
import type { z } from 'zod';

type Notification = z.output<typeof alertmanagerRequestSchema>;

const maxAlerts = 10;
const maxLength = 2_000;

/** Converts a notification to a remediation request; `undefined` when no alert in it fires. */
export function toAlertRemediation(
  notification: Notification,
): (Omit<NewRemediation, 'id'> & Required<Pick<NewRemediation, 'alert'>>) | undefined {
  const firing = notification.alerts.filter(({ status }) => status === 'firing');
  if (firing.length === 0) return undefined;
  const starts = firing.map(({ fingerprint, startsAt }) => `${fingerprint} ${startsAt}`).toSorted();
  return {
    issue: describe(notification, firing),
    mode: 'manual',
    maxRisk: 'low',
    context: null,
    model: null,
    alert: { group: digest([notification.groupKey]), firing: digest([notification.groupKey, ...starts]) },
  };
}

/** Returns a digest of fixed length for names of any length. */
function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function describe({ commonLabels, commonAnnotations }: Notification, firing: Notification['alerts']): string {
  const more = firing.length > maxAlerts ? [`… and ${firing.length - maxAlerts} more`] : [];
  const lines = [
    `${firing.length} alerts fire: ${toLine(commonLabels)}`,
    ...Object.entries(commonAnnotations).map(([name, text]) => `${name}: ${text}`),
    ...firing.slice(0, maxAlerts).map(({ labels, annotations, startsAt }) => {
      const words = annotations['description'] ?? annotations['summary'] ?? '';
      return `- since ${startsAt}: ${toLine(labels)} ${words}`;
    }),
    ...more,
  ];
  return lines.join('\n').slice(0, maxLength);
}

function toLine(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
