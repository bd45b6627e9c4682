import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { AppError, type Principal, type ToolRegistry } from '@shipmate/core';
import { defaultScopes, type SecretStore } from '@shipmate/domain/access';
import { workspaceHeader } from '@shipmate/protocol/http';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Authenticate } from '../access/authenticator.ts';
import type { AppEnvironment } from '../app-environment.ts';
import { readJson } from '../body/read-json.ts';
import { describeRoute } from '../openapi/describe-route.ts';
import { respondWithError } from '../error/respond-with-error.ts';
import type { ToolScopeStores } from '../tools/tool-scope.ts';
import type { McpCallResources } from './call-mcp-tool.ts';
import type { ExplainMissing } from '../tools/missing-tool.ts';
import { createMcpServer, type McpServerResources, type McpSession } from './create-mcp-server.ts';
import { findMissingScope, refuseScope, requireOwnOrigin } from './mcp-access.ts';
import { createMcpApprovalStates } from './mcp-approvals.ts';
import type { McpResourceFamily } from './mcp-resources.ts';
import { mcpQuerySchema, parseMcpSelection, selectTools } from './mcp-selection.ts';

/** Options for {@link mountMcp}. */
export interface MountMcpOptions extends Pick<McpCallResources, 'approvals' | 'timeoutMs' | 'webUrl'> {
  readonly tools: ToolRegistry;
  readonly authenticate: Authenticate;
  readonly unitOfWork: { readonly stores: ToolScopeStores & { readonly secrets: SecretStore } };
  /** Resources that clients read by URI; none by default. */
  readonly resourceFamilies?: readonly McpResourceFamily[] | undefined;
  /** Returns where a tool of this name is available that is not in `tools`. */
  readonly explainMissing?: ExplainMissing | undefined;
  /** Issuer of accepted JWTs: clients are told to get a token there. */
  readonly issuer?: string | undefined;
  /** URL at which clients reach this app; by default that of each request. */
  readonly publicUrl?: string | undefined;
}

/** Open subscriptions of a process. Nothing is ever published to them: tools change with a release. */
const maxSubscriptions = 200;

const metadataPath = '/.well-known/oauth-protected-resource';

const resourceMetadataSchema = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
  resource_name: z.string(),
});

/**
 * Mounts the tools as an MCP server at `/mcp`: streamable HTTP of revision 2026-07-28 and, without sessions, of the revisions of
 * 2025. `?toolset=`, `?readonly=` and `?structured=` select tools, `?workspace=` or the header `X-Shipmate-Workspace` a workspace.
 * A tool outside the caller's scopes is not listed, and its call is 403 `insufficient_scope`.
 */
export function mountMcp(app: Hono<AppEnvironment>, options: MountMcpOptions): void {
  const {
    tools,
    authenticate,
    unitOfWork,
    approvals,
    timeoutMs,
    webUrl,
    issuer,
    publicUrl,
    explainMissing,
    resourceFamilies = [],
  } = options;
  const metadataPaths = issuer === undefined ? [] : [metadataPath, `${metadataPath}/mcp`];
  const approvalStates = createMcpApprovalStates(unitOfWork.stores.secrets);
  const resources: McpServerResources = {
    unitOfWork,
    approvals,
    approvalStates,
    timeoutMs,
    webUrl,
    resourceFamilies,
    explainMissing,
  };
  const sessions = new WeakMap<Request, McpSession>();
  const serve: McpServerFactory = ({ requestInfo }) => {
    const session = requestInfo && sessions.get(requestInfo);
    if (session === undefined) throw new AppError({ code: 'INTERNAL_ERROR', message: 'The request has no session.' });
    return createMcpServer(session, resources);
  };
  const handler = createMcpHandler(serve, { maxSubscriptions });

  describeRoute(app, 'POST /mcp', {
    summary: 'Send a message of the Model Context Protocol',
    query: mcpQuerySchema,
    body: z.looseObject({ jsonrpc: z.literal('2.0') }),
    ignoresUnknown: { body: 'A client of a later revision may send fields that this one does not know.' },
    response: z.looseObject({ jsonrpc: z.literal('2.0') }),
    responseTypes: ['text/event-stream'],
    also: { 202: 'The notification was accepted.' },
  });
  app.all('/mcp', async (context) => {
    const { raw } = context.req;
    requireOwnOrigin(raw);
    try {
      return await answer(context, await authenticate(raw));
    } catch (thrown) {
      const metadataUrl = toMetadataUrl(raw);
      if (!AppError.isInstance(thrown) || thrown.code !== 'UNAUTHORIZED' || metadataUrl === undefined) throw thrown;
      const response = respondWithError(context, thrown);
      response.headers.set('www-authenticate', `Bearer realm="shipmate", resource_metadata="${metadataUrl}"`);
      return response;
    }
  });

  for (const path of metadataPaths) {
    describeRoute(app, `GET ${path}`, {
      summary: path === metadataPath ? 'Get resource metadata' : 'Get resource metadata of MCP',
      description: 'The metadata of RFC 9728, which names the issuer of accepted JWTs.',
      tag: 'mcp',
      response: resourceMetadataSchema,
    });
  }
  app.on('GET', metadataPaths, (context) =>
    context.json({
      resource: toUrl(context.req.raw, '/mcp'),
      authorization_servers: [issuer],
      scopes_supported: defaultScopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Shipmate',
    }),
  );

  async function answer(context: Context<AppEnvironment>, principal: Principal): Promise<Response> {
    const { raw } = context.req;
    const session = toSession(context, principal);
    if (raw.method !== 'POST') return handler.fetch(raw);
    const parsedBody = await readJson(context);
    if (Array.isArray(parsedBody)) {
      const message = 'Send one message in each request, not a list of them.';
      throw new AppError({ code: 'VALIDATION_ERROR', message });
    }
    const missing = findMissingScope(session, parsedBody);
    if (missing !== undefined) return refuseScope(missing, toMetadataUrl(raw));
    sessions.set(raw, session);
    return handler.fetch(raw, { parsedBody });
  }

  function toMetadataUrl(request: Request): string | undefined {
    return issuer === undefined ? undefined : toUrl(request, `${metadataPath}/mcp`);
  }

  function toUrl(request: Request, path: string): string {
    return new URL(path, publicUrl ?? request.url).href;
  }

  function toSession(context: Context<AppEnvironment>, principal: Principal): McpSession {
    const { req } = context;
    const query = req.query();
    const selection = parseMcpSelection(query);
    const { readOnly, structured } = selection;
    return {
      tools: selectTools(tools, selection),
      principal,
      readOnly,
      structured,
      workspaceId: query['workspace'] ?? req.header(workspaceHeader),
      logger: context.get('logger'),
      signal: req.raw.signal,
      header: (name) => req.header(name),
    };
  }
}
