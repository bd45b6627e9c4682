import type { RunExecutor } from '@shipmate/agents';
import type { UnitOfWork } from '@shipmate/domain';
import {
  approvalDecisionRequestSchema,
  approvalListQuerySchema,
  type ApprovalListResponse,
  approvalListResponseSchema,
  approvalSchema,
  type ApprovalView,
} from '@shipmate/protocol/web/approvals';
import {
  type AppEnvironment,
  type Authenticate,
  describeRoute,
  nameRun,
  parseBody,
  parseInput,
} from '@shipmate/server';
import { Hono } from 'hono';
import { toApprovalView } from '../views/approval-view.ts';

/** Options for {@link approvalRoutes}. */
interface ApprovalRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly runs: Pick<RunExecutor, 'decideApproval'>;
}

/** `/api/approvals`, and `/v1/agent/approvals` for pages of other origins: the approvals that runs wait for. */
export function approvalRoutes({ authenticate, unitOfWork, runs }: ApprovalRoutesOptions): Hono<AppEnvironment> {
  const { approvals } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /', {
    summary: 'List pending approvals',
    query: approvalListQuerySchema,
    response: approvalListResponseSchema,
  });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const page = parseInput(approvalListQuerySchema, context.req.query());
    const { approvals: pending, total } = await approvals.listPendingPage(principal, page);
    return context.json<ApprovalListResponse>({ approvals: pending.map(toApprovalView), total });
  });

  describeRoute(app, 'GET /:id', { summary: 'Get an approval', response: approvalSchema });
  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    return context.json<ApprovalView>(toApprovalView(await approvals.get(principal, context.req.param('id'))));
  });

  describeRoute(app, 'POST /:id/decision', {
    summary: 'Decide an approval',
    body: approvalDecisionRequestSchema,
    response: approvalSchema,
  });
  app.post('/:id/decision', async (context) => {
    const principal = await authenticate(context.req.raw);
    const verdict = await parseBody(context, approvalDecisionRequestSchema);
    const decided = await runs.decideApproval(principal, { approvalId: context.req.param('id'), verdict });
    nameRun(context, decided.runId);
    return context.json<ApprovalView>(toApprovalView(decided));
  });

  return app;
}
