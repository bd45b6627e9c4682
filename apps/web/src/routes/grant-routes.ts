import type { UnitOfWork } from '@shipmate/domain';
import { revokeGrant } from '@shipmate/domain/use-cases';
import type { ToolGrantListResponse } from '@shipmate/protocol/web/approvals';
import type { AppEnvironment, Authenticate } from '@shipmate/server';
import { Hono } from 'hono';
import { toToolGrantView } from '../views/approval-view.ts';

/** Options for {@link grantRoutes}. */
interface GrantRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api`: the tools that may run in a workspace without approval. */
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
