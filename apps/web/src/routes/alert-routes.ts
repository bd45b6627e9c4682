import { AppError, type Principal, type ToolRegistry } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { beginRemediation } from '@shipmate/domain/use-cases';
import { type NewRemediation } from '@shipmate/domain/remediation';
import { alertmanagerRequestSchema, type AlertResponse } from '@shipmate/protocol/web/alerts';
import { type AppEnvironment, type Authenticate, parseBody } from '@shipmate/server';
import { Hono } from 'hono';
import { toAlertRemediation } from '../alerts/to-alert-remediation.ts';
import { requireCluster } from './remediation-routes.ts';

/** Options for {@link alertRoutes}. */
export interface AlertRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly tools: Pick<ToolRegistry, 'get'>;
}

/** `/api/alerts`: remediations that alerts start. Each firing group starts one; a person approves its plan. */
export function alertRoutes({ authenticate, unitOfWork, tools }: AlertRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  app.post('/alertmanager', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = toAlertRemediation(await parseBody(context, alertmanagerRequestSchema));
    if (request === undefined) return context.json<AlertResponse>({ remediationId: null, isKnown: false }, 202);
    requireCluster(tools);
    return context.json<AlertResponse>(await beginOnce(unitOfWork, principal, { ...request, id: newId() }), 202);
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
