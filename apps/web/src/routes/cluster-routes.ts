import type { RunExecutor } from '@shipmate/agents';
import { AppError, type Logger, type ToolRegistry } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { clusterReportSchema } from '@shipmate/domain/cluster';
import {
  type ClusterListResponse,
  clusterListResponseSchema,
  clusterQuestionRequestSchema,
  type ClusterQuestionResponse,
  clusterQuestionResponseSchema,
  clusterReportQuerySchema,
  type ClusterReportResponse,
  clusterReportResponseSchema,
} from '@shipmate/protocol/web/clusters';
import type { ModelCatalog } from '@shipmate/providers';
import {
  type AppEnvironment,
  type Authenticate,
  describeRoute,
  executeTool,
  nameRun,
  parseBody,
  parseInput,
} from '@shipmate/server';
import { type Context, Hono } from 'hono';
import { z } from 'zod';

/** Options for {@link clusterRoutes}. */
interface ClusterRoutesOptions {
  readonly authenticate: Authenticate;
  readonly models: ModelCatalog;
  readonly runs: Pick<RunExecutor, 'start'>;
  readonly tools: ToolRegistry;
  readonly logger: Logger;
}

/** The tool's maximum of problems per report. */
const fullReport = { limit: 500, maxTokens: 20_000 } as const;
const reportSchema = clusterReportSchema.extend({ more: z.object({ hint: z.string() }).optional() });

/**
 * `/api/clusters`: the clusters, their health, and questions about them. Clusters are read only through tools, which
 * may run in another process.
 */
export function clusterRoutes(options: ClusterRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, models, runs, tools, logger } = options;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /', { summary: 'List clusters', response: clusterListResponseSchema });
  app.get('/', async (context) => {
    const contexts = await readCluster(context, 'kubectl_contexts', () => ({}));
    return context.json<ClusterListResponse>(
      contexts === undefined ? { contexts: [], current: null } : clusterListResponseSchema.parse(contexts),
    );
  });

  describeRoute(app, 'GET /report', {
    summary: 'Report on a cluster',
    query: clusterReportQuerySchema,
    response: clusterReportResponseSchema,
  });
  app.get('/report', async (context) => {
    const answer = await readCluster(context, 'find_problems', () => ({
      ...fullReport,
      ...parseInput(clusterReportQuerySchema, context.req.query()),
    }));
    if (answer === undefined) {
      throw new AppError({ code: 'UNAVAILABLE', message: 'No cluster is configured. Set KUBECONFIG and restart.' });
    }
    const { more, ...report } = reportSchema.parse(answer);
    return context.json<ClusterReportResponse>({ ...report, left: more?.hint ?? null });
  });

  describeRoute(app, 'POST /conversations', {
    summary: 'Ask about a cluster',
    body: clusterQuestionRequestSchema,
    response: clusterQuestionResponseSchema,
    status: 201,
  });
  app.post('/conversations', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { message, model = models.defaultModel } = await parseBody(context, clusterQuestionRequestSchema);
    models.get(model);
    const { conversation, run } = await runs.start(principal, {
      conversationId: newId(),
      workspaceId: null,
      contextType: 'cluster',
      message,
      model,
    });
    nameRun(context, run.id);
    return context.json<ClusterQuestionResponse>({ conversationId: conversation.id, runId: run.id }, 201);
  });

  /** Calls a tool for the caller until the connection closes; `undefined` when there is no such tool. */
  async function readCluster(context: Context<AppEnvironment>, name: string, toInput: () => object): Promise<unknown> {
    const { raw } = context.req;
    const principal = await authenticate(raw);
    const input = toInput();
    const tool = tools.get(name);
    return tool && executeTool(tool, input, { principal, signal: raw.signal, logger });
  }

  return app;
}
