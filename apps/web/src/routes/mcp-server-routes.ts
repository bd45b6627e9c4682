import { refreshMcpServer } from '@shipmate/agents';
import { AppError, type Clock, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { McpServer, McpTool } from '@shipmate/domain/mcp';
import {
  addMcpServer,
  changeMcpServer,
  decideMcpTools,
  isOwner,
  removeMcpServer,
  requireOwner,
} from '@shipmate/domain/use-cases';
import {
  addMcpServerRequestSchema,
  changeMcpServerRequestSchema,
  type McpServerListResponse,
  mcpServerListResponseSchema,
  mcpServerSchema,
  type McpServerView,
  mcpToolDecisionsRequestSchema,
  type McpToolView,
} from '@shipmate/protocol/web/mcp-servers';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody } from '@shipmate/server';
import type { McpClientPort } from '@shipmate/tools/mcp';
import { Hono } from 'hono';

/** Options for {@link mcpServerRoutes}. */
interface McpServerRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly mcp: McpClientPort;
  readonly clock: Clock;
}

/** `/api/organization/mcp-servers`: the MCP servers of the organization; owners change them. */
export function mcpServerRoutes({
  authenticate,
  unitOfWork,
  mcp,
  clock,
}: McpServerRoutesOptions): Hono<AppEnvironment> {
  const { mcpServers, users } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  async function view(principal: Principal, serverId: string): Promise<McpServerView> {
    const server = await mcpServers.get(principal, serverId);
    return toServerView(server, await mcpServers.listTools(principal, serverId));
  }

  /** Lists the tools of a server. A server that does not answer is shown with its problem. */
  async function refresh(principal: Principal, server: McpServer, signal: AbortSignal): Promise<void> {
    const endpoint = { ...server, token: await mcpServers.openToken(principal, server.id) };
    mcp.retry(server);
    try {
      await refreshMcpServer({ unitOfWork, mcp }, principal, { endpoint, signal });
    } catch (thrown) {
      const isStored = AppError.isInstance(thrown) && ['EXTERNAL_API_ERROR', 'VALIDATION_ERROR'].includes(thrown.code);
      if (!isStored) throw thrown;
    }
  }

  describeRoute(app, 'GET /', { summary: 'List MCP servers', response: mcpServerListResponseSchema });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const servers = await mcpServers.list(principal);
    return context.json<McpServerListResponse>({
      servers: await Promise.all(servers.map(({ id }) => view(principal, id))),
      programs: [...mcp.programsOf(principal.organizationId)],
      canChange: await isOwner(users, principal),
    });
  });

  describeRoute(app, 'POST /', {
    summary: 'Add an MCP server',
    body: addMcpServerRequestSchema,
    status: 201,
    response: mcpServerSchema,
  });
  app.post('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, addMcpServerRequestSchema);
    await requireOwner(users, principal);
    if (request.url !== null || request.program !== null) {
      mcp.requireAllowed({ ...request, organizationId: principal.organizationId });
    }
    const added = await unitOfWork.transaction((stores) => addMcpServer(stores, principal, request));
    await refresh(principal, added, context.req.raw.signal);
    return context.json<McpServerView>(await view(principal, added.id), 201);
  });

  describeRoute(app, 'PATCH /:id', {
    summary: 'Change the agents of an MCP server',
    body: changeMcpServerRequestSchema,
    response: mcpServerSchema,
  });
  app.patch('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const id = context.req.param('id');
    const { contextTypes } = await parseBody(context, changeMcpServerRequestSchema);
    await unitOfWork.transaction((stores) => changeMcpServer(stores, principal, { id, contextTypes }));
    return context.json<McpServerView>(await view(principal, id));
  });

  describeRoute(app, 'DELETE /:id', { summary: 'Remove an MCP server' });
  app.delete('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    await unitOfWork.transaction((stores) => removeMcpServer(stores, principal, context.req.param('id')));
    return context.body(null, 204);
  });

  describeRoute(app, 'POST /:id/refresh', {
    summary: 'List the tools of an MCP server again',
    response: mcpServerSchema,
  });
  app.post('/:id/refresh', async (context) => {
    const principal = await authenticate(context.req.raw);
    const id = context.req.param('id');
    await requireOwner(users, principal);
    await refresh(principal, await mcpServers.get(principal, id), context.req.raw.signal);
    return context.json<McpServerView>(await view(principal, id));
  });

  describeRoute(app, 'POST /:id/decisions', {
    summary: 'Turn tools of an MCP server on and off',
    body: mcpToolDecisionsRequestSchema,
    response: mcpServerSchema,
  });
  app.post('/:id/decisions', async (context) => {
    const principal = await authenticate(context.req.raw);
    const serverId = context.req.param('id');
    const { decisions } = await parseBody(context, mcpToolDecisionsRequestSchema);
    const now = clock.now();
    await unitOfWork.transaction((stores) => decideMcpTools(stores, principal, { serverId, decisions, now }));
    return context.json<McpServerView>(await view(principal, serverId));
  });

  return app;
}

function toServerView(server: McpServer, tools: readonly McpTool[]): McpServerView {
  const { id, name, url, program, hasToken, contextTypes, checkedAt, problem } = server;
  return {
    id,
    name,
    url,
    program,
    hasToken,
    contextTypes: [...contextTypes],
    checkedAt: checkedAt?.toISOString() ?? null,
    problem,
    tools: tools.map(toToolView),
  };
}

function toToolView({ name, state, pinned, listed, revision, decidedAt }: McpTool): McpToolView {
  return { name, state, pinned, listed, revision, decidedAt: decidedAt?.toISOString() ?? null };
}
