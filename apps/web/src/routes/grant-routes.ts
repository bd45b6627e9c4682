import type { UnitOfWork } from '@shipmate/domain';
import { revokeGrant } from '@shipmate/domain/use-cases';
import { type ToolGrantListResponse, toolGrantListResponseSchema } from '@shipmate/protocol/web/approvals';
import { type AppEnvironment, type Authenticate, describeRoute } from '@shipmate/server';
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

  describeRoute(app, 'GET /workspaces/:id/grants', {
    summary: 'List tool grants of a workspace',
    response: toolGrantListResponseSchema,
  });
  app.get('/workspaces/:id/grants', async (context) => {
    const principal = await authenticate(context.req.raw);
    const granted = await unitOfWork.stores.grants.list(principal, context.req.param('id'));
    return context.json<ToolGrantListResponse>({ grants: granted.map(toToolGrantView) });
  });

  describeRoute(app, 'DELETE /grants/:id', { summary: 'Delete a tool grant' });
  app.delete('/grants/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    await revokeGrant(unitOfWork, principal, context.req.param('id'));
    return context.body(null, 204);
  });

  return app;
}
