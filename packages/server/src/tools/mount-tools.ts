import { AppError, type ToolRegistry, toJsonText } from '@shipmate/core';
import type { ToolList } from '@shipmate/protocol';
import type { Hono } from 'hono';
import type { Authenticate } from '../access/authenticator.ts';
import type { AppEnvironment } from '../app/app-environment.ts';
import { readJson } from '../body/read-json.ts';
import { callTool } from './call-tool.ts';
import { describeTool } from './describe-tool.ts';
import { readToolScope, type ToolScopeStores } from './tool-scope.ts';

/** What {@link mountTools} needs. */
export interface MountToolsOptions {
  readonly tools: ToolRegistry;
  readonly authenticate: Authenticate;
  readonly unitOfWork: { readonly stores: ToolScopeStores };
  /** For a tool without a time-out of its own. Default 60 000. */
  readonly timeoutMs?: number;
}

/** Mounts `GET /api/tools` and `POST /api/tools/{name}`, whose body is the tool's input. */
export function mountTools(app: Hono<AppEnvironment>, options: MountToolsOptions): void {
  const { tools, authenticate, unitOfWork, timeoutMs } = options;
  const list: ToolList = { tools: Object.values(tools.getAll()).map(describeTool) };

  app.get('/api/tools', async (context) => {
    await authenticate(context.req.raw);
    return context.json(list);
  });

  app.post('/api/tools/:name', async (context) => {
    const principal = await authenticate(context.req.raw);
    const name = context.req.param('name');
    const tool = tools.get(name);
    if (!tool) throw new AppError({ code: 'NOT_FOUND', message: `There is no tool "${name}".` });
    const scope = await readToolScope(context.req, { principal, stores: unitOfWork.stores });
    const input = tool.parse(await readJson(context));
    const result = await callTool(tool, input, {
      principal,
      ...scope,
      signal: context.req.raw.signal,
      logger: context.get('logger'),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    return context.body(toJsonText(result), 200, { 'content-type': 'application/json' });
  });
}
