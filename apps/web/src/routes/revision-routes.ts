import type { UnitOfWork } from '@shipmate/domain';
import { rollBackWorkspace } from '@shipmate/domain/use-cases';
import {
  compareRevisionsQuerySchema,
  revisionComparisonResponseSchema,
  type RevisionListResponse,
  revisionListResponseSchema,
  revisionResponseSchema,
  rollbackRequestSchema,
} from '@shipmate/protocol/web/revisions';
import { contentsQuerySchema } from '@shipmate/protocol/web/workspace';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody, parseInput } from '@shipmate/server';
import { Hono } from 'hono';
import { z } from 'zod';
import { toRevisionComparison, toRevisionResponse, toRevisionSummary } from '../views/revision-view.ts';
import { readContents, readWorkspaceView, rollbackViewSchema } from './read-workspace-response.ts';

/** Options for {@link revisionRoutes}. */
interface RevisionRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

const parametersSchema = z.object({ n: z.coerce.number().int().nonnegative() });

/** `/api/workspaces/{id}/revisions`: the accepted revisions, comparisons, and rollback. */
export function revisionRoutes({ authenticate, unitOfWork }: RevisionRoutesOptions): Hono<AppEnvironment> {
  const { workspaces, users } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /:id/revisions', { summary: 'List revisions', response: revisionListResponseSchema });
  app.get('/:id/revisions', async (context) => {
    const principal = await authenticate(context.req.raw);
    const workspaceId = context.req.param('id');
    const revisions = await workspaces.listRevisions(principal, workspaceId);
    const authorIds = new Set(revisions.map(({ createdByUserId }) => createdByUserId));
    const authors = await Promise.all([...authorIds].map((id) => users.findUser(id)));
    const nameOf = new Map(authors.flatMap((author) => (author ? [[author.id, author.name] as const] : [])));
    return context.json<RevisionListResponse>({
      revisions: revisions.map((revision) => {
        const id = revision.createdByUserId;
        const name = nameOf.get(id);
        const createdBy = name === undefined ? null : { id, name };
        return { ...toRevisionSummary(revision), createdBy, changes: revision.changes };
      }),
    });
  });

  describeRoute(app, 'GET /:id/revisions/compare', {
    summary: 'Compare two revisions',
    query: compareRevisionsQuerySchema,
    response: revisionComparisonResponseSchema,
  });
  app.get('/:id/revisions/compare', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { from, to } = parseInput(compareRevisionsQuerySchema, context.req.query());
    const workspaceId = context.req.param('id');
    const before = await workspaces.getDetail(principal, workspaceId, from);
    const after = await workspaces.getDetail(principal, workspaceId, to);
    return context.json(toRevisionComparison(before, after));
  });

  describeRoute(app, 'GET /:id/revisions/:n', {
    summary: 'Get a revision',
    parameters: parametersSchema,
    response: revisionResponseSchema,
  });
  app.get('/:id/revisions/:n', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { n } = parseInput(parametersSchema, context.req.param());
    return context.json(toRevisionResponse(await workspaces.getDetail(principal, context.req.param('id'), n)));
  });

  describeRoute(app, 'POST /:id/revisions/:n/rollback', {
    summary: 'Roll back to a revision',
    parameters: parametersSchema,
    query: contentsQuerySchema,
    body: rollbackRequestSchema,
    response: rollbackViewSchema,
  });
  app.post('/:id/revisions/:n/rollback', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { n: to } = parseInput(parametersSchema, context.req.param());
    const contents = readContents(context);
    const { revisionNumber } = await parseBody(context, rollbackRequestSchema);
    const workspaceId = context.req.param('id');
    const { detail, notCarried } = await rollBackWorkspace(unitOfWork, principal, { workspaceId, revisionNumber, to });
    return context.json({
      ...(await readWorkspaceView({ unitOfWork, principal, workspaceId, contents, detail })),
      notCarried: notCarried.map(({ path, pending }) => ({ path, pendingOp: pending?.op ?? null })),
    });
  });

  return app;
}
