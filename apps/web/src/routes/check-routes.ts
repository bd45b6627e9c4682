import type { UnitOfWork } from '@shipmate/domain';
import {
  digestOfVersions,
  effectiveContent,
  effectivePath,
  versionOf,
  type WorkspaceFile,
} from '@shipmate/domain/workspace';
import {
  checksQuerySchema,
  type ChecksResponse,
  checksResponseSchema,
  renderedQuerySchema,
  type RenderedResponse,
  renderedResponseSchema,
} from '@shipmate/protocol/web/checks';
import { type AppEnvironment, type Authenticate, describeRoute, parseInput } from '@shipmate/server';
import {
  type ChartCheckPorts,
  chooseChart,
  findChartRoots,
  findValuesFiles,
  renderBeforeAndAfter,
  toWorkspaceFiles,
  validateCharts,
} from '@shipmate/tools/chart';
import { Hono } from 'hono';

/** Options for {@link checkRoutes}. */
interface CheckRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly chartPorts: ChartCheckPorts;
}

/** Under `/api/workspaces`: rendered manifests and issues of charts, with everything pending accepted. */
export function checkRoutes({ authenticate, unitOfWork, chartPorts }: CheckRoutesOptions): Hono<AppEnvironment> {
  const { workspaces } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /:id/checks', {
    summary: 'Check the charts of a workspace',
    query: checksQuerySchema,
    response: checksResponseSchema,
  });
  app.get('/:id/checks', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { signal } = context.req.raw;
    const { known } = parseInput(checksQuerySchema, context.req.query());
    const { files } = await workspaces.getDetail(principal, context.req.param('id'));
    const report = await validateCharts({ files: toWorkspaceFiles(files, 'pending'), principal, signal }, chartPorts);
    const versions = acceptedVersions(files);
    const isKnown = known === digestOfVersions(Object.entries(versions));
    return context.json<ChecksResponse>({ ...report, ...(!isKnown && { versions }) });
  });

  describeRoute(app, 'GET /:id/rendered', {
    summary: 'Render a chart',
    query: renderedQuerySchema,
    response: renderedResponseSchema,
  });
  app.get('/:id/rendered', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { signal } = context.req.raw;
    const query = parseInput(renderedQuerySchema, context.req.query());
    const { files } = await workspaces.getDetail(principal, context.req.param('id'));
    const contents = toWorkspaceFiles(files, 'pending');
    const charts = findChartRoots(contents);
    const chart = chooseChart(contents, query.chart ?? charts[0]);
    const rendering = { files, chart, valuesFile: query.valuesFile, principal, signal };
    const rendered = await renderBeforeAndAfter(rendering, chartPorts);
    return context.json<RenderedResponse>({
      charts: [...charts],
      chart,
      valuesFiles: [...findValuesFiles(contents, chart)],
      valuesFile: query.valuesFile ?? null,
      succeeded: rendered.succeeded,
      manifests: [...rendered.manifests],
      issues: [...rendered.issues],
      ...(rendered.isolation !== undefined && { isolation: rendered.isolation }),
    });
  });

  return app;
}

/** Returns the versions of the files after acceptance of everything pending, by path. */
function acceptedVersions(files: readonly WorkspaceFile[]): Record<string, string> {
  const versions = files.flatMap((file) => {
    const [path, content] = [effectivePath(file), effectiveContent(file)];
    return content === undefined ? [] : [[path, versionOf({ ...file, path, content, pending: null })] as const];
  });
  return Object.fromEntries(versions);
}
