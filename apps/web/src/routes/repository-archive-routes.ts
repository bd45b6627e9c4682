import { addUpload, replaceUpload } from '@shipmate/agents';
import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { repositoryArchiveLimits, toHeldLimit } from '@shipmate/domain/archive';
import {
  type UploadedRepositoryView,
  uploadedRepositorySchema,
  uploadRepositoryQuerySchema,
} from '@shipmate/protocol/web/repositories';
import type { ByteBudget } from '@shipmate/runtime';
import { type AppEnvironment, type Authenticate, describeRoute, parseInput } from '@shipmate/server';
import { Hono } from 'hono';
import { type RepositoryAccess, requireRepositories } from '../repositories/repository-access.ts';
import { toRepositoryView } from '../views/repository-view.ts';
import { archiveBodyTypes, requireArchive } from './archive-body.ts';

/** Options for {@link repositoryArchiveRoutes}. */
interface RepositoryArchiveRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  /** Undefined where no folder for repositories is configured. */
  readonly repositories: RepositoryAccess | undefined;
  readonly importBudget: ByteBudget;
}

/** Under `/api/repositories`: repositories whose files are uploaded as an archive. */
export function repositoryArchiveRoutes(options: RepositoryArchiveRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, repositories: configured, importBudget } = options;
  const app = new Hono<AppEnvironment>();

  /** Reads the archive of a request within the memory of imports. */
  async function receive(
    request: Request,
    { organizationId }: Principal,
    store: (
      upload: Pick<Parameters<typeof addUpload>[2], 'archive' | 'claim' | 'signal'>,
    ) => ReturnType<typeof addUpload>,
  ): Promise<UploadedRepositoryView> {
    const { signal } = request;
    const bytes = toHeldLimit(requireArchive(request), repositoryArchiveLimits);
    return importBudget.run({ tenant: organizationId, bytes, signal }, async (claim) => {
      const archive = request.body ?? new Uint8Array();
      const { repository, commit, left } = await store({ archive, claim, signal });
      return { repository: toRepositoryView(repository), commit, left };
    });
  }

  const toResources = () => ({ unitOfWork, ...requireRepositories(configured) });

  describeRoute(app, 'POST /archive', {
    summary: 'Add a repository from an archive',
    query: uploadRepositoryQuerySchema,
    bodyTypes: archiveBodyTypes,
    response: uploadedRepositorySchema,
    status: 201,
  });
  app.post('/archive', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { name, projectId = null } = parseInput(uploadRepositoryQuerySchema, context.req.query());
    const resources = toResources();
    const added = await receive(context.req.raw, principal, (upload) =>
      addUpload(resources, principal, { name, projectId, ...upload }),
    );
    return context.json<UploadedRepositoryView>(added, 201);
  });

  describeRoute(app, 'POST /:id/archive', {
    summary: 'Replace the files of an uploaded repository',
    bodyTypes: archiveBodyTypes,
    response: uploadedRepositorySchema,
  });
  app.post('/:id/archive', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id } = await unitOfWork.stores.repositories.get(principal, context.req.param('id'));
    const resources = toResources();
    const replaced = await receive(context.req.raw, principal, (upload) =>
      replaceUpload(resources, principal, { id, ...upload }),
    );
    return context.json<UploadedRepositoryView>(replaced);
  });

  return app;
}
