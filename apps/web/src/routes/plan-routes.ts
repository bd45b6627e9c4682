import type { UnitOfWork } from '@shipmate/domain';
import type { Plan } from '@shipmate/domain/plan';
import { ignorePlan } from '@shipmate/domain/use-cases';
import { type PlanListResponse, planListResponseSchema, planSchema, type PlanView } from '@shipmate/protocol/web/plans';
import { type AppEnvironment, type Authenticate, describeRoute } from '@shipmate/server';
import { Hono } from 'hono';

/** Options for {@link planRoutes}. */
interface PlanRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/workspaces/{id}/plans`: the plans that agents proposed to the caller. `POST /api/chat` applies a plan. */
export function planRoutes({ authenticate, unitOfWork }: PlanRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /:id/plans', { summary: 'List plans of a workspace', response: planListResponseSchema });
  app.get('/:id/plans', async (context) => {
    const principal = await authenticate(context.req.raw);
    const plans = await unitOfWork.stores.plans.list(principal, context.req.param('id'));
    return context.json({ plans: plans.map(toPlanView) } satisfies PlanListResponse);
  });

  describeRoute(app, 'POST /:id/plans/:planId/ignore', { summary: 'Ignore a plan', response: planSchema });
  app.post('/:id/plans/:planId/ignore', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id: workspaceId, planId } = context.req.param();
    const plan = await unitOfWork.transaction((stores) => ignorePlan(stores, principal, { workspaceId, planId }));
    return context.json(toPlanView(plan));
  });

  return app;
}

/** Returns a plan for its owner. */
function toPlanView({ id, conversationId, summary, status, actions, createdAt }: Plan): PlanView {
  return {
    id,
    conversationId,
    summary,
    status,
    actions: actions.map((action) => ({ ...action })),
    createdAt: createdAt.toISOString(),
  };
}
