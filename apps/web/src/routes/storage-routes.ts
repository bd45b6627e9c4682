import { deleteChartCopy } from '@shipmate/agents';
import type { UnitOfWork } from '@shipmate/domain';
import { deleteWorkspace, isOwner } from '@shipmate/domain/use-cases';
import { type StorageResponse, storageResponseSchema } from '@shipmate/protocol/web/storage';
import { type AppEnvironment, type Authenticate, describeRoute } from '@shipmate/server';
import { Hono } from 'hono';
import type { RepositoryAccess } from '../repositories/repository-access.ts';

/** Options for {@link storageRoutes}. */
interface StorageRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  /** Undefined where no folder for repositories is configured. */
  readonly repositories: Pick<RepositoryAccess, 'root'> | undefined;
}

const shownWorkspaces = 10;

/** Under `/api`: the storage of the organization, and the deletion of workspaces. */
export function storageRoutes({ authenticate, unitOfWork, repositories }: StorageRoutesOptions): Hono<AppEnvironment> {
  const { workspaces, workspaceSources, users } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /organization/storage', { summary: 'Get storage', response: storageResponseSchema });
  app.get('/organization/storage', async (context) => {
    const principal = await authenticate(context.req.raw);
    const largest = await workspaces.listLargest(principal, shownWorkspaces);
    return context.json<StorageResponse>({
      ...(await workspaces.getStorageUsage(principal)),
      largest: largest.map((workspace) => ({ ...workspace, updatedAt: workspace.updatedAt.toISOString() })),
      mayDelete: await isOwner(users, principal),
    });
  });

  describeRoute(app, 'DELETE /workspaces/:id', { summary: 'Delete a workspace' });
  app.delete('/workspaces/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const id = context.req.param('id');
    const source = await workspaceSources.find(principal, id);
    await deleteWorkspace(unitOfWork, principal, id);
    if (source && repositories) await deleteChartCopy(repositories.root, principal.organizationId, source);
    return context.body(null, 204);
  });

  return app;
}
