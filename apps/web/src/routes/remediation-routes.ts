import { decidePlan, type RunLog, stopRemediation } from '@shipmate/agents';
import { AppError, type ToolRegistry } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { requireScope } from '@shipmate/domain/access';
import { beginRemediation } from '@shipmate/domain/use-cases';
import {
  remediationDecisionRequestSchema,
  type RemediationListResponse,
  remediationListResponseSchema,
  remediationRequestSchema,
  remediationSchema,
  type RemediationView,
} from '@shipmate/protocol/web/remediations';
import type { ModelCatalog } from '@shipmate/providers';
import { type AppEnvironment, type Authenticate, describeRoute, nameRun, parseBody } from '@shipmate/server';
import { Hono } from 'hono';
import { toRemediationSummary, toRemediationView } from '../views/remediation-view.ts';

/** Options for {@link remediationRoutes}. */
interface RemediationRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: Pick<ModelCatalog, 'get'>;
  readonly tools: Pick<ToolRegistry, 'get'>;
  readonly runLog: Pick<RunLog, 'tail'>;
}

/** `/api/remediations`: the caller's remediations of cluster issues. Workers execute them. */
export function remediationRoutes(options: RemediationRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, models, tools, runLog } = options;
  const { remediations } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /', { summary: 'List remediations', response: remediationListResponseSchema });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const own = await remediations.list(principal);
    return context.json<RemediationListResponse>({ remediations: own.map(toRemediationSummary) });
  });

  describeRoute(app, 'POST /', {
    summary: 'Start a remediation',
    body: remediationRequestSchema,
    response: remediationSchema,
    status: 202,
  });
  app.post('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { model, ...request } = await parseBody(context, remediationRequestSchema);
    // Policy alone approves the actions of an automatic remediation, so its caller needs the write scope.
    if (request.mode === 'automatic') requireScope(principal, 'cluster:write', 'begin an automatic remediation');
    requireCluster(tools);
    const begun = { ...request, id: newId(), model: model === null ? null : models.get(model).id };
    const remediation = await unitOfWork.transaction((stores) => beginRemediation(stores, principal, begun));
    nameRun(context, remediation.id);
    return context.json<RemediationView>(toRemediationView(remediation), 202);
  });

  describeRoute(app, 'GET /:id', { summary: 'Get a remediation', response: remediationSchema });
  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const remediation = await remediations.get(principal, context.req.param('id'));
    return context.json<RemediationView>(toRemediationView(remediation));
  });

  describeRoute(app, 'POST /:id/stop', { summary: 'Stop a remediation', response: remediationSchema });
  app.post('/:id/stop', async (context) => {
    const principal = await authenticate(context.req.raw);
    const stopped = await stopRemediation({ unitOfWork, runLog }, principal, context.req.param('id'));
    return context.json<RemediationView>(toRemediationView(stopped));
  });

  describeRoute(app, 'POST /:id/decision', {
    summary: 'Decide the plan of a remediation',
    body: remediationDecisionRequestSchema,
    response: remediationSchema,
  });
  app.post('/:id/decision', async (context) => {
    const principal = await authenticate(context.req.raw);
    const verdict = await parseBody(context, remediationDecisionRequestSchema);
    const decided = await decidePlan(unitOfWork, principal, { remediationId: context.req.param('id'), verdict });
    return context.json<RemediationView>(toRemediationView(decided));
  });

  return app;
}

/** Requires the cluster tools. @throws AppError `UNAVAILABLE` when no worker could execute a remediation. */
export function requireCluster(tools: Pick<ToolRegistry, 'get'>): void {
  if (tools.get('kubectl_get')) return;
  throw new AppError({
    code: 'UNAVAILABLE',
    message: 'No cluster is configured. Set KUBECONFIG on the server and restart it.',
    recoverable: false,
  });
}
