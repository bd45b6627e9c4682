import { createHash } from 'node:crypto';
import { AppError, type Principal, type ToolRegistry } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import type { NewRemediation } from '@shipmate/domain/remediation';
import { beginRemediation } from '@shipmate/domain/use-cases';
import { alertmanagerRequestSchema, type AlertResponse, alertResponseSchema } from '@shipmate/protocol/web/alerts';
import { type AppEnvironment, type Authenticate, describeRoute, nameRun, parseBody } from '@shipmate/server';
import { Hono } from 'hono';
import type { z } from 'zod';
import { requireCluster } from './remediation-routes.ts';

/** Options for {@link alertRoutes}. */
interface AlertRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly tools: Pick<ToolRegistry, 'get'>;
}

/**
 * `/api/alerts`: remediations that alerts start. Each firing group starts one; a person approves its plan. Alerts are also rows of
 * `platform.alerts`, which rules watch.
 */
export function alertRoutes({ authenticate, unitOfWork, tools }: AlertRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'POST /alertmanager', {
    summary: 'Receive alerts of Alertmanager',
    body: alertmanagerRequestSchema,
    ignoresUnknown: {
      body: 'Alertmanager sends fields that a remediation does not need, and later versions add some.',
    },
    response: alertResponseSchema,
    status: 202,
    example: {
      body: {
        version: '4',
        groupKey: '{}:{alertname="PodCrashLooping"}',
        status: 'resolved',
        alerts: [
          {
            status: 'resolved',
            labels: { namespace: 'shop' },
            startsAt: '2026-01-01T00:00:00Z',
            fingerprint: 'c0ffee',
          },
        ],
      },
    },
  });
  app.post('/alertmanager', async (context) => {
    const principal = await authenticate(context.req.raw);
    const notification = await parseBody(context, alertmanagerRequestSchema);
    await unitOfWork.stores.platform.recordAlerts(principal, notification.alerts);
    const request = toAlertRemediation(notification);
    if (request === undefined) return context.json<AlertResponse>({ remediationId: null, isKnown: false }, 202);
    requireCluster(tools);
    const answer = await beginOnce(unitOfWork, principal, { ...request, id: newId() });
    if (answer.remediationId !== null) nameRun(context, answer.remediationId);
    return context.json<AlertResponse>(answer, 202);
  });

  return app;
}

/** Alertmanager repeats firing alerts, and several of its replicas may send each of them. */
async function beginOnce(
  unitOfWork: UnitOfWork,
  principal: Principal,
  request: NewRemediation & Required<Pick<NewRemediation, 'alert'>>,
): Promise<AlertResponse> {
  const find = () => unitOfWork.stores.remediations.findForAlert(principal, request.alert);
  const known = await find();
  if (known) return { remediationId: known.id, isKnown: true };
  try {
    const { id } = await unitOfWork.transaction((stores) => beginRemediation(stores, principal, request));
    return { remediationId: id, isKnown: false };
  } catch (thrown) {
    const other = AppError.isInstance(thrown) && thrown.code === 'CONFLICT' ? await find() : undefined;
    if (other === undefined) throw thrown;
    return { remediationId: other.id, isKnown: true };
  }
}

type Notification = z.output<typeof alertmanagerRequestSchema>;

const maxAlerts = 10;
const maxIssueLength = 2_000;

/** Converts a notification to a remediation request; `undefined` when no alert in it fires. */
function toAlertRemediation(
  notification: Notification,
): (Omit<NewRemediation, 'id'> & Required<Pick<NewRemediation, 'alert'>>) | undefined {
  const firing = notification.alerts.filter(({ status }) => status === 'firing');
  if (firing.length === 0) return undefined;
  const starts = firing.map(({ fingerprint, startsAt }) => `${fingerprint} ${startsAt}`).toSorted();
  return {
    issue: describeFiring(notification, firing),
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

function describeFiring({ commonLabels, commonAnnotations }: Notification, firing: Notification['alerts']): string {
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
  return lines.join('\n').slice(0, maxIssueLength);
}

function toLine(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
