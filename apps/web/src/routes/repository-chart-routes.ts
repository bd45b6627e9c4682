import { listChartFolders, openChart, proposeChart, pushChart } from '@shipmate/agents';
import { defaultArchiveLimits, toHeldLimit } from '@shipmate/domain/archive';
import { type ImportArchiveResponse, importArchiveResponseSchema } from '@shipmate/protocol/web/archive';
import {
  changeRequestSchema,
  type ChangeRequestView,
  chartFolderQuerySchema,
  type ChartFolderResponse,
  chartFolderResponseSchema,
  openChartRequestSchema,
  proposeChartRequestSchema,
  pushBackRequestSchema,
  type PushJobResponse,
  pushJobResponseSchema,
  type WorkspaceSourceResponse,
  workspaceSourceResponseSchema,
} from '@shipmate/protocol/web/repositories';
import type { ByteBudget } from '@shipmate/runtime';
import { type AppEnvironment, describeRoute, parseBody, parseInput } from '@shipmate/server';
import { Hono } from 'hono';
import { requireRepositories } from '../repositories/repository-access.ts';
import { createRepositoryReader, type RepositoryReaderOptions } from '../repositories/repository-reader.ts';

/** Options for {@link repositoryChartRoutes}. */
interface RepositoryChartRoutesOptions extends RepositoryReaderOptions {
  readonly importBudget: ByteBudget;
}

/** Under `/api`: charts of repositories, which are opened as workspaces and pushed back as commits. */
export function repositoryChartRoutes(options: RepositoryChartRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, repositories: configured, importBudget } = options;
  const { workspaceSources, repositories } = unitOfWork.stores;
  const { open, resolve, findDefaultBranch } = createRepositoryReader(options);
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /repositories/:id/charts', {
    summary: 'List chart folders of a repository',
    query: chartFolderQuerySchema,
    response: chartFolderResponseSchema,
  });
  app.get('/repositories/:id/charts', async (context) => {
    const opened = await open(context);
    const { commit, place } = await resolve(opened, parseInput(chartFolderQuerySchema, context.req.query()));
    const { access, signal } = opened;
    const folders = await listChartFolders(access.objects, { place, commit, signal });
    return context.json<ChartFolderResponse>({ commit, folders });
  });

  describeRoute(app, 'POST /repositories/:id/charts', {
    summary: 'Open a chart of a repository as a workspace',
    body: openChartRequestSchema,
    response: importArchiveResponseSchema,
    status: 201,
  });
  app.post('/repositories/:id/charts', async (context) => {
    const opened = await open(context);
    const { folder, ...ref } = await parseBody(context, openChartRequestSchema);
    const { principal, repository, access, place, signal } = opened;
    const branch = ref.branch ?? (ref.commit === undefined ? await findDefaultBranch(opened) : null);
    const { commit } = await resolve(opened, branch === null ? ref : { branch });
    const bytes = toHeldLimit(undefined, defaultArchiveLimits);
    return importBudget.run({ tenant: principal.organizationId, bytes, signal }, async () => {
      const chart = { place, commit, signal, repositoryId: repository.id, folder, branch };
      const { workspaceId, left } = await openChart({ unitOfWork, code: access.objects }, principal, chart);
      return context.json<ImportArchiveResponse>({ workspaceId, left: [...left] }, 201);
    });
  });

  describeRoute(app, 'GET /workspaces/:id/source', {
    summary: 'Get the source of a workspace',
    response: workspaceSourceResponseSchema,
  });
  app.get('/workspaces/:id/source', async (context) => {
    const principal = await authenticate(context.req.raw);
    const source = await workspaceSources.find(principal, context.req.param('id'));
    // A credential for one workspace sees no repositories.
    if (source === undefined || principal.scope) return context.json<WorkspaceSourceResponse>({ source: null });
    const { workspaceId: _, ...rest } = source;
    const { name: repositoryName, remoteUrl } = await repositories.get(principal, source.repositoryId);
    const canPropose = remoteUrl !== null && configured?.changeRequests.supports(remoteUrl) === true;
    return context.json<WorkspaceSourceResponse>({ source: { ...rest, repositoryName, canPropose } });
  });

  describeRoute(app, 'POST /workspaces/:id/push-back', {
    summary: 'Push a workspace back to its repository',
    body: pushBackRequestSchema,
    response: pushJobResponseSchema,
    status: 201,
  });
  app.post('/workspaces/:id/push-back', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, pushBackRequestSchema);
    const push = { ...request, workspaceId: context.req.param('id'), signal: context.req.raw.signal };
    await workspaceSources.find(principal, push.workspaceId);
    const resources = { unitOfWork, ...requireRepositories(configured) };
    return context.json<PushJobResponse>(await pushChart(resources, principal, push), 201);
  });

  describeRoute(app, 'POST /workspaces/:id/change-request', {
    summary: 'Propose the chart of a workspace as a change request',
    body: proposeChartRequestSchema,
    response: changeRequestSchema,
    status: 201,
  });
  app.post('/workspaces/:id/change-request', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { title } = await parseBody(context, proposeChartRequestSchema);
    const proposal = { title, workspaceId: context.req.param('id'), signal: context.req.raw.signal };
    await workspaceSources.find(principal, proposal.workspaceId);
    const resources = { unitOfWork, ...requireRepositories(configured) };
    return context.json<ChangeRequestView>(await proposeChart(resources, principal, proposal), 201);
  });

  return app;
}
