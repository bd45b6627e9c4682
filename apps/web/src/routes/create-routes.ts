import type { RunExecutor } from '@shipmate/agents';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { createWorkspaceFromArchive, defaultArchiveLimits, toHeldLimit } from '@shipmate/domain/archive';
import { type ImportArchiveResponse, importArchiveResponseSchema } from '@shipmate/protocol/web/archive';
import {
  type CatalogChartResponse,
  catalogChartResponseSchema,
  chartSearchQuerySchema,
  type ChartSearchResponse,
  chartSearchResponseSchema,
  createFromCatalogRequestSchema,
  createFromManifestsRequestSchema,
  type CreateFromManifestsResponse,
  createFromManifestsResponseSchema,
} from '@shipmate/protocol/web/create';
import type { ModelCatalog } from '@shipmate/providers';
import type { ByteBudget } from '@shipmate/runtime';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody, parseInput } from '@shipmate/server';
import type { ComputePort } from '@shipmate/tools';
import { type ChartSources, importCatalogChart } from '@shipmate/tools/chart';
import { Hono } from 'hono';

/** Options for {@link createRoutes}. */
interface CreateRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: ModelCatalog;
  readonly runs: RunExecutor;
  readonly chartSources: ChartSources;
  readonly importBudget: ByteBudget;
  readonly compute: ComputePort;
}

/** Under `/api`: search of published charts, and workspaces created from them and from manifests. */
export function createRoutes(options: CreateRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, models, runs, chartSources, importBudget, compute } = options;
  const { workspaces } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /charts', {
    summary: 'Search charts in the catalog',
    query: chartSearchQuerySchema,
    response: chartSearchResponseSchema,
  });
  app.get('/charts', async (context) => {
    const request = context.req.raw;
    await authenticate(request);
    const { q } = parseInput(chartSearchQuerySchema, context.req.query());
    const charts = await chartSources.chartCatalog.search(q, request.signal);
    return context.json<ChartSearchResponse>({ charts: [...charts] });
  });

  describeRoute(app, 'GET /charts/:repository/:name', {
    summary: 'Get a chart of the catalog',
    response: catalogChartResponseSchema,
  });
  app.get('/charts/:repository/:name', async (context) => {
    const request = context.req.raw;
    await authenticate(request);
    const { versions, ...chart } = await chartSources.chartCatalog.getChart(context.req.param(), request.signal);
    return context.json<CatalogChartResponse>({ ...chart, versions: [...versions] });
  });

  describeRoute(app, 'POST /workspaces/catalog', {
    summary: 'Create a workspace from a chart of the catalog',
    body: createFromCatalogRequestSchema,
    response: importArchiveResponseSchema,
    status: 201,
  });
  app.post('/workspaces/catalog', async (context) => {
    const request = context.req.raw;
    const principal = await authenticate(request);
    const wanted = await parseBody(context, createFromCatalogRequestSchema);
    const { signal } = request;
    const bytes = toHeldLimit(undefined, defaultArchiveLimits);
    return importBudget.run({ tenant: principal.organizationId, bytes, signal }, async (claim) => {
      const { workspace, left } = await importCatalogChart(wanted, chartSources, { signal, claim });
      const { id: workspaceId } = await workspaces.create(principal, workspace);
      return context.json<ImportArchiveResponse>({ workspaceId, left: [...left] }, 201);
    });
  });

  describeRoute(app, 'POST /workspaces/manifests', {
    summary: 'Create a workspace from manifests',
    body: createFromManifestsRequestSchema,
    response: createFromManifestsResponseSchema,
    status: 201,
  });
  app.post('/workspaces/manifests', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { signal } = context.req.raw;
    const request = await parseBody(context, createFromManifestsRequestSchema);
    const { prompt: message, model = models.defaultModel } = request;
    models.get(model);
    const { name, files, left, notes } = await compute.run('convertManifests', [request.files, request.name], {
      principal,
      signal,
    });
    const workspace = createWorkspaceFromArchive({ name, files, charts: [{ name, root: '' }] });
    const { id: workspaceId } = await workspaces.create(principal, workspace);
    const started =
      message === undefined
        ? undefined
        : await runs.start(principal, { conversationId: newId(), workspaceId, contextType: 'chart', message, model });
    return context.json<CreateFromManifestsResponse>(
      { workspaceId, conversationId: started?.conversation.id ?? null, left: [...left], notes: [...notes] },
      201,
    );
  });

  return app;
}
