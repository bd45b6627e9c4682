import { AppError } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { LeftFile } from '@shipmate/domain/archive';
import { pushRequestSchema, type PushResponse, pushResponseSchema } from '@shipmate/protocol/web/push';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody } from '@shipmate/server';
import { selectFiles } from '@shipmate/tools/archive';
import type { GitPort } from '@shipmate/tools/git';
import { Hono } from 'hono';

/** Options for {@link pushRoutes}. */
interface PushRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly git: GitPort;
}

/** `/api/workspaces/{id}/push`: pushes a revision as a new branch of a git remote, in the caller's name. */
export function pushRoutes({ authenticate, unitOfWork, git }: PushRoutesOptions): Hono<AppEnvironment> {
  const { workspaces, users, audit } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'POST /:id/push', {
    summary: 'Push a workspace to a git repository',
    body: pushRequestSchema,
    response: pushResponseSchema,
    status: 201,
  });
  app.post('/:id/push', async (context) => {
    const request = context.req.raw;
    const principal = await authenticate(request);
    const { revision, pending, chart, ...push } = await parseBody(context, pushRequestSchema);
    const workspaceId = context.req.param('id');
    const detail = await workspaces.getDetail(principal, workspaceId, revision);
    const { files, left } = selectFiles(detail, { pending, chartId: chart });
    if (left.length > 0) throw createUnsafePathsError(left);
    const author = await users.findUser(principal.userId);
    if (!author) throw new AppError({ code: 'UNAUTHORIZED', message: 'Sign in again.' });
    const contents = new Map(files.map(({ path, content }) => [path, content]));
    const remote = toPlainRemote(push.remote);
    const subject = { subjectId: workspaceId, workspaceId };
    // A push is not transactional: the request is recorded before it, the outcome after it.
    const asked = { remote, branch: push.branch, revisionNumber: detail.revision.revisionNumber };
    await audit.append(principal, { kind: 'push_asked', ...subject, details: asked });
    const { organizationId } = principal;
    const branchPush = { ...push, organizationId, files: contents, author };
    const { branch, commit, compareUrl } = await git.pushBranch(branchPush, request.signal);
    await audit.append(principal, { kind: 'push_done', ...subject, details: { remote, branch, commit } });
    return context.json<PushResponse>({ branch, commit, compareUrl: compareUrl ?? null }, 201);
  });

  return app;
}

function createUnsafePathsError(left: readonly LeftFile[]): AppError {
  const paths = left.map(({ path }) => JSON.stringify(path)).join(', ');
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `Nothing was pushed: git or some file systems do not accept these paths as plain files: ${paths}. Rename or delete them.`,
    details: { left: [...left] },
  });
}

/** Returns the address of a push without parts that may be secret. */
function toPlainRemote(remote: string): string | null {
  const url = URL.parse(remote);
  return url && `${url.protocol}//${url.host}${url.pathname}`;
}
