import type { RunExecutor } from '@shipmate/agents';
import { revokeGrant, type UnitOfWork } from '@shipmate/domain';
import {
  approvalDecisionRequestSchema,
  type ApprovalListResponse,
  type ApprovalView,
  type ToolGrantListResponse,
} from '@shipmate/protocol';
import { type AppEnvironment, type Authenticate, parseBody } from '@shipmate/server';
import { Hono } from 'hono';
import { toApprovalView, toToolGrantView } from '../views/approval-view.ts';

/** What {@link approvalRoutes} needs. */
export interface ApprovalRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly runs: Pick<RunExecutor, 'decideApproval'>;
}

/** `/api`: what runs wait for, and what their tools may do without asking. */
export function approvalRoutes({ authenticate, unitOfWork, runs }: ApprovalRoutesOptions): Hono<AppEnvironment> {
  const { approvals, grants } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  app.get('/approvals', async (context) => {
    const principal = await authenticate(context.req.raw);
    const pending = await approvals.listPending(principal);
    return context.json<ApprovalListResponse>({ approvals: pending.map(toApprovalView) });
  });

  app.get('/approvals/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    return context.json<ApprovalView>(toApprovalView(await approvals.get(principal, context.req.param('id'))));
  });

  app.post('/approvals/:id/decision', async (context) => {
    const principal = await authenticate(context.req.raw);
    const verdict = await parseBody(context, approvalDecisionRequestSchema);
    const decided = await runs.decideApproval(principal, { approvalId: context.req.param('id'), verdict });
    return context.json<ApprovalView>(toApprovalView(decided));
  });

  app.get('/workspaces/:id/grants', async (context) => {
    const principal = await authenticate(context.req.raw);
    const granted = await grants.list(principal, context.req.param('id'));
    return context.json<ToolGrantListResponse>({ grants: granted.map(toToolGrantView) });
  });

  app.delete('/grants/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    await revokeGrant(unitOfWork, principal, context.req.param('id'));
    return context.body(null, 204);
  });

  return app;
}
