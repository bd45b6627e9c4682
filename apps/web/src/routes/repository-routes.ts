import { beginRepositoryJob, deleteRepositoryFolders, requireLocalRepository } from '@shipmate/agents';
import type { UnitOfWork } from '@shipmate/domain';
import { addRepository, beginCodeIndex, changeRepository, isOwner, removeRepository } from '@shipmate/domain/use-cases';
import {
  addRepositoryRequestSchema,
  changeRepositoryRequestSchema,
  jobListQuerySchema,
  type JobListResponse,
  jobListResponseSchema,
  type RepositoryListResponse,
  repositoryListResponseSchema,
  repositorySchema,
  type RepositoryView,
  startJobRequestSchema,
  type StartJobResponse,
  startJobResponseSchema,
} from '@shipmate/protocol/web/repositories';
import type { ModelCatalog } from '@shipmate/providers';
import {
  type AppEnvironment,
  type Authenticate,
  describeRoute,
  nameRun,
  parseBody,
  parseInput,
} from '@shipmate/server';
import { Hono } from 'hono';
import { type RepositoryAccess, requireRepositories } from '../repositories/repository-access.ts';
import { toJobHead, toRepositoryView } from '../views/repository-view.ts';

/** Options for {@link repositoryRoutes}. */
interface RepositoryRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: Pick<ModelCatalog, 'get'>;
  /** Undefined where no folder for repositories is configured. */
  readonly repositories: RepositoryAccess | undefined;
}

/** `/api/repositories`: the repositories of the organization and the caller's jobs in them. */
export function repositoryRoutes(options: RepositoryRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, models, repositories: access } = options;
  const { repositories, repositoryJobs, projects, users } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /', { summary: 'List repositories', response: repositoryListResponseSchema });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const own = await projects.list(principal);
    return context.json<RepositoryListResponse>({
      repositories: (await repositories.list(principal)).map(toRepositoryView),
      projects: own.map(({ id, name }) => ({ id, name })),
      isEnabled: access !== undefined,
      isOwner: await isOwner(users, principal),
    });
  });

  describeRoute(app, 'POST /', {
    summary: 'Add a repository',
    body: addRepositoryRequestSchema,
    response: repositorySchema,
    status: 201,
  });
  app.post('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, addRepositoryRequestSchema);
    const localPath = request.localPath && (await requireLocalRepository(request.localPath, access?.roots ?? []));
    const added = await unitOfWork.transaction(async (stores) => {
      const repository = await addRepository(stores, principal, { ...request, localPath, schemes: access?.schemes });
      const target = { repositoryId: repository.id, branch: null, commit: null };
      if (access !== undefined) await beginCodeIndex(stores, principal, target);
      return repository;
    });
    return context.json<RepositoryView>(toRepositoryView(added), 201);
  });

  describeRoute(app, 'GET /:id', { summary: 'Get a repository', response: repositorySchema });
  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const repository = await repositories.get(principal, context.req.param('id'));
    return context.json<RepositoryView>(toRepositoryView(repository));
  });

  describeRoute(app, 'PATCH /:id', {
    summary: 'Change a repository',
    body: changeRepositoryRequestSchema,
    response: repositorySchema,
  });
  app.patch('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const change = { ...(await parseBody(context, changeRepositoryRequestSchema)), id: context.req.param('id') };
    const changed = await unitOfWork.transaction((stores) => changeRepository(stores, principal, change));
    return context.json<RepositoryView>(toRepositoryView(changed));
  });

  describeRoute(app, 'DELETE /:id', { summary: 'Delete a repository' });
  app.delete('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id } = await unitOfWork.transaction((stores) =>
      removeRepository(stores, principal, context.req.param('id')),
    );
    if (access !== undefined) await deleteRepositoryFolders(access.root, principal.organizationId, id);
    return context.body(null, 204);
  });

  describeRoute(app, 'GET /:id/jobs', {
    summary: 'List jobs of a repository',
    query: jobListQuerySchema,
    response: jobListResponseSchema,
  });
  app.get('/:id/jobs', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { before, limit } = parseInput(jobListQuerySchema, context.req.query());
    const { id: repositoryId } = await repositories.get(principal, context.req.param('id'));
    const found = await repositoryJobs.list(principal, { repositoryId, before, limit: limit + 1 });
    const page = found.slice(0, limit);
    const next = found.length > limit ? (page.at(-1)?.id ?? null) : null;
    return context.json<JobListResponse>({ jobs: page.map(toJobHead), next });
  });

  describeRoute(app, 'POST /:id/jobs', {
    summary: 'Start a repository job',
    body: startJobRequestSchema,
    response: startJobResponseSchema,
    status: 201,
  });
  app.post('/:id/jobs', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { prompt, branch, model } = await parseBody(context, startJobRequestSchema);
    const { id } = await repositories.get(principal, context.req.param('id'));
    requireRepositories(access);
    const request = { repository: { id }, prompt, branch, model: models.get(model).id };
    const job = await unitOfWork.transaction((stores) => beginRepositoryJob(stores, principal, request));
    nameRun(context, job.id);
    return context.json<StartJobResponse>({ jobId: job.id, conversationId: job.conversationId }, 201);
  });

  return app;
}
