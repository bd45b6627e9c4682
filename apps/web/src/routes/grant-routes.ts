import { revokeGrant, type UnitOfWork } from '@shipmate/domain';
import type { ToolGrantListResponse } from '@shipmate/protocol';
import type { AppEnvironment, Authenticate } from '@shipmate/server';
import { Hono } from 'hono';
import { toToolGrantView } from '../views/approval-view.ts';

/** What {@link grantRoutes} needs. */
export interface GrantRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api`: what tools may do in a workspace without asking. */
export function grantRoutes({ authenticate, unitOfWork }: GrantRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  app.get('/workspaces/:id/grants', async (context) => {
    const principal = await authenticate(context.req.raw);
    const granted = await unitOfWork.stores.grants.list(principal, context.req.param('id'));
    return context.json<ToolGrantListResponse>({ grants: granted.map(toToolGrantView) });
  });

  app.delete('/grants/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    await revokeGrant(unitOfWork, principal, context.req.param('id'));
    return context.body(null, 204);
  });

  return app;
}
