import type { RunExecutor } from '@shipmate/agents';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { createWorkspaceFromTemplate } from '@shipmate/domain/workspace';
import {
  contentsQuerySchema,
  createWorkspaceRequestSchema,
  type CreateWorkspaceResponse,
  createWorkspaceResponseSchema,
  workspaceListQuerySchema,
  type WorkspaceListResponse,
  workspaceListResponseSchema,
} from '@shipmate/protocol/web/workspace';
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
import { toWorkspaceSummary } from '../views/workspace-view.ts';
import { readContents, readWorkspaceView, workspaceViewSchema } from './read-workspace-response.ts';

/** Options for {@link workspaceRoutes}. */
interface WorkspaceRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: ModelCatalog;
  readonly runs: RunExecutor;
}

/** `/api/workspaces`: create, list and read workspaces. */
export function workspaceRoutes(options: WorkspaceRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, models, runs } = options;
  const { workspaces } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /', {
    summary: 'List workspaces',
    query: workspaceListQuerySchema,
    response: workspaceListResponseSchema,
    example: { query: { limit: 10 } },
  });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { items, next } = await workspaces.list(principal, parseInput(workspaceListQuerySchema, context.req.query()));
    return context.json<WorkspaceListResponse>({
      workspaces: items.map((workspace) => toWorkspaceSummary(workspace, workspace.pendingCount)),
      next,
    });
  });

  describeRoute(app, 'POST /', {
    summary: 'Create a workspace',
    body: createWorkspaceRequestSchema,
    response: createWorkspaceResponseSchema,
    status: 201,
    example: { body: { template: 'sample' } },
  });
  app.post('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { template, prompt, model = models.defaultModel } = await parseBody(context, createWorkspaceRequestSchema);
    models.get(model);
    const name = template === 'sample' ? 'Sample shop' : toWorkspaceName(prompt ?? 'New chart');
    const { id: workspaceId } = await workspaces.create(principal, createWorkspaceFromTemplate(template, name));
    const answer: CreateWorkspaceResponse = { workspaceId, conversationId: null, runId: null };
    if (prompt === undefined) return context.json(answer, 201);
    const { conversation, run } = await runs.start(principal, {
      conversationId: newId(),
      workspaceId,
      contextType: 'chart',
      message: prompt,
      model,
    });
    nameRun(context, run.id);
    return context.json<CreateWorkspaceResponse>({ ...answer, conversationId: conversation.id, runId: run.id }, 201);
  });

  describeRoute(app, 'GET /:id', {
    summary: 'Get a workspace',
    query: contentsQuerySchema,
    response: workspaceViewSchema,
  });
  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const workspaceId = context.req.param('id');
    return context.json(
      await readWorkspaceView({ unitOfWork, principal, workspaceId, contents: readContents(context) }),
    );
  });

  return app;
}

const maxNameLength = 60;

/** Returns a name for a workspace that begins with a prompt: the prompt's first line, cut between words. */
export function toWorkspaceName(prompt: string): string {
  const [line = ''] = prompt.trim().split(/\r?\n/, 1);
  const characters = Array.from(line.replace(/[\s\p{Cc}]+/gu, ' ').trim());
  if (characters.length <= maxNameLength) return characters.join('');
  const cut = characters.slice(0, maxNameLength - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > maxNameLength / 2 ? cut.slice(0, lastSpace) : cut}…`;
}
