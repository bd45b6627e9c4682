import type { UnitOfWork } from '@shipmate/domain';
import { acceptChanges, type CheckBeforeAccept, decideOnHunks, rejectChanges } from '@shipmate/domain/use-cases';
import {
  changeDecisionRequestSchema,
  contentsQuerySchema,
  hunkDecisionRequestSchema,
} from '@shipmate/protocol/web/workspace';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody } from '@shipmate/server';
import { Hono } from 'hono';
import { readContents, readWorkspaceView, workspaceViewSchema } from './read-workspace-response.ts';

/** Options for {@link changeRoutes}. */
interface ChangeRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly checkBeforeAccept?: CheckBeforeAccept | undefined;
}

/** `/api/workspaces/{id}/changes`: decisions on pending changes. */
export function changeRoutes(options: ChangeRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, checkBeforeAccept: check } = options;
  const app = new Hono<AppEnvironment>();

  for (const [name, decide] of Object.entries({ accept: acceptChanges, reject: rejectChanges })) {
    describeRoute(app, `POST /:id/changes/${name}`, {
      summary: `${name === 'accept' ? 'Accept' : 'Reject'} pending changes`,
      query: contentsQuerySchema,
      body: changeDecisionRequestSchema,
      response: workspaceViewSchema,
    });
    app.post(`/:id/changes/${name}`, async (context) => {
      const principal = await authenticate(context.req.raw);
      const contents = readContents(context);
      const { paths = 'all', ...seen } = await parseBody(context, changeDecisionRequestSchema);
      const workspaceId = context.req.param('id');
      const detail = await decide(unitOfWork, principal, { ...seen, workspaceId, selection: paths, check });
      return context.json(await readWorkspaceView({ unitOfWork, principal, workspaceId, contents, detail }));
    });
  }

  describeRoute(app, 'POST /:id/changes/hunks', {
    summary: 'Decide on hunks of a file',
    query: contentsQuerySchema,
    body: hunkDecisionRequestSchema,
    response: workspaceViewSchema,
  });
  app.post('/:id/changes/hunks', async (context) => {
    const principal = await authenticate(context.req.raw);
    const contents = readContents(context);
    const decision = await parseBody(context, hunkDecisionRequestSchema);
    const workspaceId = context.req.param('id');
    const detail = await decideOnHunks(unitOfWork, principal, { ...decision, workspaceId, check });
    return context.json(await readWorkspaceView({ unitOfWork, principal, workspaceId, contents, detail }));
  });

  return app;
}
