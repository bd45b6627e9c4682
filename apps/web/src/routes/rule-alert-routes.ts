import type { UnitOfWork } from '@shipmate/domain';
import type { Alert } from '@shipmate/domain/workflow';
import {
  acknowledgeAlertRequestSchema,
  type RuleAlertListResponse,
  ruleAlertListResponseSchema,
  ruleAlertQuerySchema,
  ruleAlertSchema,
  type RuleAlertView,
} from '@shipmate/protocol/web/rule-alerts';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody, parseInput } from '@shipmate/server';
import { Hono } from 'hono';

/** Options for {@link ruleAlertRoutes}. */
interface RuleAlertRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/alerts`: the alerts that rules sent to the caller. */
export function ruleAlertRoutes({ authenticate, unitOfWork }: RuleAlertRoutesOptions): Hono<AppEnvironment> {
  const { alerts } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /', {
    summary: 'List alerts of rules',
    query: ruleAlertQuerySchema,
    response: ruleAlertListResponseSchema,
  });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const page = await alerts.listForMe(principal, parseInput(ruleAlertQuerySchema, context.req.query()));
    return context.json<RuleAlertListResponse>({ alerts: page.alerts.map(toAlertView), total: page.total });
  });

  describeRoute(app, 'GET /:id', { summary: 'Get an alert of a rule', response: ruleAlertSchema });
  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    return context.json<RuleAlertView>(toAlertView(await alerts.get(principal, context.req.param('id'))));
  });

  describeRoute(app, 'POST /:id/acknowledge', {
    summary: 'Acknowledge an alert of a rule',
    body: acknowledgeAlertRequestSchema,
    response: ruleAlertSchema,
  });
  app.post('/:id/acknowledge', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { notes } = await parseBody(context, acknowledgeAlertRequestSchema);
    const alertId = context.req.param('id');
    const alert = await unitOfWork.transaction((stores) => stores.alerts.acknowledge(principal, alertId, notes));
    return context.json<RuleAlertView>(toAlertView(alert));
  });

  for (const change of ['dismiss', 'resolve'] as const) {
    describeRoute(app, `POST /:id/${change}`, {
      summary: `${change === 'dismiss' ? 'Dismiss' : 'Resolve'} an alert of a rule`,
      response: ruleAlertSchema,
    });
    app.post(`/:id/${change}`, async (context) => {
      const principal = await authenticate(context.req.raw);
      const alertId = context.req.param('id');
      const alert = await unitOfWork.transaction((stores) => stores.alerts[change](principal, alertId));
      return context.json<RuleAlertView>(toAlertView(alert));
    });
  }

  return app;
}

/** Returns an alert for one of its recipients. */
function toAlertView({ source, recipients, acknowledgments, ...alert }: Alert): RuleAlertView {
  const { id, alertType, severity, status, title, message, context, actionUrl, createdAt, updatedAt } = alert;
  const { entity, entityId, ruleId, ruleName } = source;
  return {
    id,
    alertType,
    severity,
    status,
    title,
    message,
    context: context as RuleAlertView['context'],
    actionUrl,
    entity,
    entityId,
    ruleId,
    ruleName,
    recipients: [...recipients.users.map(({ name }) => name), ...recipients.roles],
    acknowledgments: acknowledgments.map(({ userName, notes, at }) => ({ userName, notes, at: at.toISOString() })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
