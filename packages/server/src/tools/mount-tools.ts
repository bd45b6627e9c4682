import {
  AppError,
  type BoundTool,
  type Principal,
  type ToolRegistry,
  type ToolResult,
  toJsonText,
} from '@shipmate/core';
import { toolCallHeader, type ToolList } from '@shipmate/protocol';
import type { Hono } from 'hono';
import type { Authenticate } from '../access/authenticator.ts';
import type { AppEnvironment } from '../app/app-environment.ts';
import { readJson } from '../body/read-json.ts';
import { callTool } from './call-tool.ts';
import { describeTool } from './describe-tool.ts';
import type { AskedApproval, CallApprovals } from './call-approvals.ts';
import { readToolScope, type ToolScope, type ToolScopeStores } from './tool-scope.ts';

/** What {@link mountTools} needs. */
export interface MountToolsOptions {
  readonly tools: ToolRegistry;
  readonly authenticate: Authenticate;
  readonly unitOfWork: { readonly stores: ToolScopeStores };
  /** When absent, nobody can be asked about a call that cannot be undone, and none is made. */
  readonly approvals?: CallApprovals | undefined;
  /** For a tool without a time-out of its own. Default 60 000. */
  readonly timeoutMs?: number;
}

/** Mounts `GET /api/tools` and `POST /api/tools/{name}`, whose body is the tool's input. */
export function mountTools(app: Hono<AppEnvironment>, options: MountToolsOptions): void {
  const { tools, authenticate, unitOfWork, approvals, timeoutMs } = options;
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
    const toolCallId = context.req.header(toolCallHeader);
    const isDestructive = tool.effect(input) === 'destructive';
    const isApproved =
      isDestructive && (await isApprovedCall({ tool, input, principal, approvals, ...scope, toolCallId }));
    if (isDestructive && !isApproved && approvals && scope.runId === undefined) {
      return context.json(toApprovalRequired(tool, await approvals.ask(principal, { tool, input })));
    }
    const result = await callTool(tool, input, {
      isApproved,
      principal,
      ...scope,
      ...(toolCallId !== undefined && { toolCallId }),
      signal: context.req.raw.signal,
      logger: context.get('logger'),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    return context.body(toJsonText(result), 200, { 'content-type': 'application/json' });
  });
}

/** Whether a run is making this call, and a person approved it there. */
async function isApprovedCall({
  tool,
  input,
  principal,
  approvals,
  runId,
  toolCallId,
}: ToolScope & {
  readonly tool: BoundTool;
  readonly input: unknown;
  readonly principal: Principal;
  readonly approvals: CallApprovals | undefined;
  readonly toolCallId: string | undefined;
}): Promise<boolean> {
  if (approvals === undefined || runId === undefined || toolCallId === undefined) return false;
  return approvals.isApproved(principal, { tool, input, runId, toolCallId });
}

function toApprovalRequired({ name }: BoundTool, asked: AskedApproval): ToolResult<never> {
  return {
    success: false,
    error: `"${name}" cannot be undone. It is made by run ${asked.runId} once a person approves it, and not before.`,
    metadata: { code: 'APPROVAL_REQUIRED', recoverable: false, ...asked },
  };
}
