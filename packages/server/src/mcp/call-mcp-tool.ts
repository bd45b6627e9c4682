import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import {
  AppError,
  type BoundTool,
  type Logger,
  type Principal,
  type ToolResult,
  toAppError,
  toJsonText,
  toOutcome,
  toResultText,
} from '@shipmate/core';
import type { CallApprovals } from '@shipmate/domain/approval';
import { approvalRequired } from '@shipmate/protocol/tools';
import { callForCaller } from '../tools/execute-tool.ts';
import { checkToolScope, splitToolCallBody, type ToolScope, type ToolScopeStores } from '../tools/tool-scope.ts';
import { answerWaitingCall, type McpApprovalState, type McpApprovalStates } from './mcp-approvals.ts';
import { reportProgress } from './report-progress.ts';

/** Resources of the calls of all connections. */
export interface McpCallResources {
  readonly unitOfWork: { readonly stores: ToolScopeStores };
  /** Without it no approval can be requested, and only calls that scopes cover are made. */
  readonly approvals?: CallApprovals | undefined;
  readonly approvalStates: McpApprovalStates;
  /** Time limit of a tool without one of its own, in milliseconds. Default 60 000. */
  readonly timeoutMs?: number | undefined;
  /** Returns the URL of the web app, where people decide. */
  readonly webUrl?: (() => string | undefined) | undefined;
}

/** A call as an MCP client requests it. */
interface McpCall {
  readonly tool: BoundTool;
  /** Arguments as sent: the tool's input, `workspaceId` and `approvalId`. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly principal: Principal;
  /** The workspace that the connection names. */
  readonly workspaceId: string | undefined;
  readonly readOnly: boolean;
  readonly structured: boolean;
  readonly context: ServerContext;
  /** Aborts the call. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/**
 * Calls a tool for an MCP client, in the way of `POST /api/tools/{name}`. Every failure is a result with `isError`, so that the
 * client's model can correct its call.
 */
export async function callMcpTool(
  call: McpCall,
  resources: McpCallResources,
): Promise<CallToolResult | InputRequiredResult> {
  const { tool, principal, context, logger } = call;
  try {
    const { approvalId, input, scope } = await readCall(call, resources);
    return approvalId === undefined
      ? await makeCall(call, { input, scope }, resources)
      : await readResult(call, { input, approvalId }, resources);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === 'INTERNAL_ERROR' || error.code === 'DATABASE_ERROR') {
      logger.error('mcp call failed', { tool: tool.name, error });
    }
    if (error.code !== 'APPROVAL_REQUIRED') return toFailure(error);
    const { approvalStates: states, webUrl } = resources;
    return answerWaitingCall({ tool, principal, error, context, states, webUrl: webUrl?.() });
  }
}

interface ReadCall {
  readonly input: unknown;
  readonly scope: ToolScope;
  /** Of the approval whose result is requested. */
  readonly approvalId: string | undefined;
}

async function readCall(
  { given, principal, workspaceId: connected, context }: McpCall,
  { unitOfWork: { stores } }: McpCallResources,
): Promise<ReadCall> {
  const { approvalId: named, ...rest } = given;
  const { input, workspaceId: requested } = splitToolCallBody(rest);
  if (requested !== undefined && connected !== undefined && requested !== connected) {
    const message = 'workspaceId: this connection is for another workspace. Leave it out.';
    throw new AppError({ code: 'VALIDATION_ERROR', message });
  }
  const workspaceId = requested ?? connected ?? principal.scope?.workspaceId;
  const runId = principal.scope?.runId;
  const scope = { ...(workspaceId !== undefined && { workspaceId }), ...(runId !== undefined && { runId }) };
  await checkToolScope(scope, { principal, stores });
  const sealed = context.mcpReq.requestState<McpApprovalState>();
  requireConsent(context, sealed);
  return { input, scope, approvalId: sealed?.approvalId ?? (typeof named === 'string' ? named : undefined) };
}

/** @throws AppError `CONFLICT` if the user of the client declined to look at the approval. */
function requireConsent({ mcpReq: { inputResponses } }: ServerContext, sealed: McpApprovalState | undefined): void {
  const response = inputResponses?.['approval'];
  if (sealed === undefined || typeof response !== 'object' || response === null || !('action' in response)) return;
  if (response.action === 'accept') return;
  const message = `The user did not open the approval, which stays pending. For the result of the call, call it again with the same arguments and "approvalId": "${sealed.approvalId}".`;
  throw new AppError({ code: 'CONFLICT', message });
}

async function makeCall(
  call: McpCall,
  { input, scope }: Omit<ReadCall, 'approvalId'>,
  { approvals, timeoutMs }: McpCallResources,
): Promise<CallToolResult> {
  const { tool, principal, readOnly, structured, context, signal, logger } = call;
  if (readOnly) requireRead(tool, input);
  using progress = reportProgress(context);
  const result = await callForCaller(tool, input, {
    principal,
    ...scope,
    signal,
    logger,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(progress.report && { report: progress.report }),
    async isApproved(checked) {
      if (approvals === undefined || scope.runId !== undefined) return false;
      throw approvalRequired(tool, await approvals.ask(principal, { tool, input: checked }));
    },
  });
  const outcome = toOutcome(tool, result, logger);
  return {
    content: [{ type: 'text', text: toResultText(tool, outcome) }],
    ...(structured && result.status === 'completed' && { structuredContent: toJson(outcome.output) }),
    ...(outcome.isError && { isError: true }),
  };
}

/** @throws AppError `VALIDATION_ERROR` for a call that changes something. An invalid input is left to the call itself. */
function requireRead(tool: BoundTool, input: unknown): void {
  if (tool.worstEffect === 'read') return;
  if (tool.effect(tool.parse(input)) === 'read') return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `This connection is read-only, and this call of "${tool.name}" changes something.`,
  });
}

/** Returns the result of an approved call. */
async function readResult(
  { tool, principal, signal }: McpCall,
  { input, approvalId }: { readonly input: unknown; readonly approvalId: string },
  { approvals }: McpCallResources,
): Promise<CallToolResult> {
  if (approvals === undefined) throw approvalRequired(tool);
  const result = await approvals.resultOf(principal, { tool, input: tool.parse(input), approvalId, signal });
  return { content: [{ type: 'text', text: toText(result) }], ...(!result.success && { isError: true }) };
}

function toText({ success, data, error }: ToolResult): string {
  if (!success) return error ?? 'The call failed and gave no reason.';
  const isText = typeof data === 'object' && data !== null && 'text' in data && typeof data.text === 'string';
  return isText ? (data.text as string) : toJsonText(data);
}

function toFailure({ message, code }: AppError): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error: message, code }) }] };
}

/** Converts an output to plain JSON, as it goes over HTTP. */
function toJson(output: unknown): NonNullable<CallToolResult['structuredContent']> {
  return JSON.parse(toJsonText(output)) as NonNullable<CallToolResult['structuredContent']>;
}
