import {
  AppError,
  type BoundTool,
  type Principal,
  type ToolRegistry,
  type ToolResult,
  toJsonText,
} from '@shipmate/core';
import { isToolVisible } from '@shipmate/domain/access';
import type { CallApprovals } from '@shipmate/domain/approval';
import { approvalHeader, runHeader, toolCallHeader, workspaceHeader } from '@shipmate/protocol/http';
import {
  approvalRequired,
  type ToolDescription,
  type ToolList,
  toolListSchema,
  toolResultSchema,
} from '@shipmate/protocol/tools';
import { observeToolCall } from '@shipmate/runtime';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Authenticate } from '../access/authenticator.ts';
import type { AppEnvironment } from '../app-environment.ts';
import { readJson } from '../body/read-json.ts';
import { describeRoute, type PathDescription } from '../openapi/describe-route.ts';
import { type ExplainMissing, toMissingMessage } from './missing-tool.ts';
import { executeToResult } from './execute-tool.ts';
import { readToolScope, splitToolCallBody, type ToolScope, type ToolScopeStores } from './tool-scope.ts';

/** Options for {@link mountTools}. */
export interface MountToolsOptions {
  readonly tools: ToolRegistry;
  readonly authenticate: Authenticate;
  readonly unitOfWork: { readonly stores: ToolScopeStores };
  /** Without it no approval can be requested, and only calls that scopes cover are made. */
  readonly approvals?: CallApprovals | undefined;
  /** Time limit of a tool without one of its own, in milliseconds. Default 60 000. */
  readonly timeoutMs?: number;
  /** Returns where a tool of this name is available that is not in `tools`. */
  readonly explainMissing?: ExplainMissing | undefined;
}

/** A requested tool call, and its scope. */
interface RequestedCall extends ToolScope {
  readonly tool: BoundTool;
  /** Body of the request, before validation. */
  readonly input: unknown;
  readonly principal: Principal;
  readonly toolCallId: string | undefined;
}

/**
 * Mounts `GET /api/tools` and `POST /api/tools/{name}`, whose body is the tool's input and may name the
 * `workspaceId`. A tool outside the caller's
 * scopes is not listed and `NOT_FOUND`; a call that requires a person fails with `APPROVAL_REQUIRED` and an approval.
 */
export function mountTools(app: Hono<AppEnvironment>, options: MountToolsOptions): void {
  const { tools, authenticate, unitOfWork, approvals, timeoutMs, explainMissing } = options;
  const described = Object.values(tools.getAll()).map((tool) => ({ tool, description: describeTool(tool) }));

  describeRoute(app, 'GET /api/tools', { summary: 'List tools', response: toolListSchema });
  app.get('/api/tools', async (context) => {
    const principal = await authenticate(context.req.raw);
    const visible = described.filter(({ tool }) => isToolVisible(principal, tool));
    return context.json<ToolList>({ tools: visible.map(({ description }) => description) });
  });

  describeRoute(app, 'POST /api/tools/:name', described.map(toPathDescription));
  app.post('/api/tools/:name', async (context) => {
    const principal = await authenticate(context.req.raw);
    const name = context.req.param('name');
    const tool = tools.get(name);
    if (!tool || !isToolVisible(principal, tool)) {
      throw new AppError({ code: 'NOT_FOUND', message: toMissingMessage(name, explainMissing) });
    }
    const body = splitToolCallBody(await readJson(context));
    const scope = await readToolScope(context.req, body, { principal, stores: unitOfWork.stores });
    const { input } = body;
    const toolCallId = context.req.header(toolCallHeader);
    const header = (key: string): string | undefined => context.req.header(key);
    const result = await observeToolCall({ name, toolCallId, header }, () =>
      answer(context, { tool, input, principal, toolCallId, ...scope }),
    );
    return context.body(toJsonText(result), 200, { 'content-type': 'application/json' });
  });

  async function answer(context: Context<AppEnvironment>, call: RequestedCall): Promise<ToolResult> {
    const { tool, input, principal, toolCallId, ...scope } = call;
    const { signal } = context.req.raw;
    const approvalId = context.req.header(approvalHeader);
    if (approvals && approvalId !== undefined) {
      return approvals.resultOf(principal, { tool, input: tool.parse(input), approvalId, signal });
    }
    return executeToResult(tool, input, {
      principal,
      ...scope,
      ...(toolCallId !== undefined && { toolCallId }),
      signal,
      logger: context.get('logger'),
      ...(timeoutMs !== undefined && { timeoutMs }),
      isApproved: (checked) => isApproved({ ...call, input: checked }),
    });
  }

  /**
   * Returns true for a call that its run makes after a person's approval. Any other call requires a new approval. Runs
   * never use API tokens.
   */
  async function isApproved({ tool, input, principal, runId, toolCallId }: RequestedCall): Promise<boolean> {
    if (approvals === undefined) return false;
    if (runId === undefined) throw approvalRequired(tool, await approvals.ask(principal, { tool, input }));
    if (principal.via === 'extension_token' || toolCallId === undefined) return false;
    return approvals.isApproved(principal, { tool, input, runId, toolCallId });
  }
}

const callHeaders = {
  [workspaceHeader]: 'Id of the workspace, instead of `workspaceId` in the body.',
  [runHeader]: 'Id of the run that makes the call.',
  [approvalHeader]: "Id of the call's approval: returns the result of the approved call.",
} as const;
const { $schema: _, ...resultSchema } = z.toJSONSchema(toolResultSchema, { io: 'output' });

/** Describes the path of a tool: its input beside the id of a workspace, and its output as `data` of a result. */
function toPathDescription({ description: tool }: { readonly description: ToolDescription }): PathDescription {
  const { $schema: __, ...inputSchema } = tool.inputSchema;
  const { $defs = {}, $schema: ___, ...output } = tool.outputSchema ?? {};
  const workspaceId = { type: 'string', description: 'Id of the workspace to work in.' };
  return {
    path: tool.route,
    summary: `Call ${tool.name}`,
    description: tool.description,
    tag: tool.category,
    headers: callHeaders,
    body: { jsonSchema: { ...inputSchema, properties: { workspaceId, ...(inputSchema['properties'] as object) } } },
    response: { jsonSchema: { ...resultSchema, properties: { ...resultSchema.properties, data: output }, $defs } },
  };
}

/** Describes a tool for `GET /api/tools`. */
function describeTool(tool: BoundTool): ToolDescription {
  const { name, description, category, worstEffect, inputSchema, outputSchema } = tool;
  return {
    name,
    description,
    category,
    effect: worstEffect,
    inputSchema: { ...inputSchema },
    ...(outputSchema && { outputSchema: { ...outputSchema } }),
    route: `/api/tools/${name}`,
  };
}
