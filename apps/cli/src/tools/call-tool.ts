import { AppError, type ToolResult } from '@shipmate/core';
import { approvalHeader, workspaceHeader } from '@shipmate/protocol/http';
import { toolResultSchema } from '@shipmate/protocol/tools';
import { approvalSchema } from '@shipmate/protocol/web/approvals';
import { z } from 'zod';
import type { Connection } from '../connection/connection.ts';
import { requestJson } from '../connection/request-json.ts';
import { decideApproval } from '../conversation/decide-approval.ts';
import type { Terminal } from '../terminal.ts';
import { waitUntil } from '../wait-until.ts';

/** A call of a tool. */
export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
  readonly workspaceId?: string | undefined;
}

/** Resources of {@link callTool}. */
interface CallContext {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

const askedSchema = z.object({ approvalId: z.string() });

/**
 * Calls a tool. If the call needs a person, asks the one at the terminal or waits for a decision elsewhere, and returns the result of the
 * approved call.
 *
 * @throws AppError the server's own, `CONFLICT` for a denied call
 */
export async function callTool(call: ToolCall, context: CallContext): Promise<ToolResult> {
  try {
    return await send(call, context);
  } catch (thrown) {
    const asked = AppError.isInstance(thrown) && thrown.code === 'APPROVAL_REQUIRED' ? thrown.details : undefined;
    const { approvalId } = askedSchema.safeParse(asked).data ?? {};
    if (approvalId === undefined) throw thrown;
    const decision = await decideApproval(approvalId, context);
    if (decision === 'elsewhere') await waitForDecision(approvalId, context);
    if (decision === 'deny')
      throw new AppError({ code: 'APPROVAL_REQUIRED', message: 'The call was denied. Nothing was changed.' });
    return send(call, context, { [approvalHeader]: approvalId });
  }
}

function send(
  { name, input, workspaceId }: ToolCall,
  { connection: { tools }, signal }: CallContext,
  headers: Readonly<Record<string, string>> = {},
): Promise<ToolResult> {
  return requestJson(tools, {
    path: `/api/tools/${encodeURIComponent(name)}`,
    body: input,
    headers: { ...headers, ...(workspaceId !== undefined && { [workspaceHeader]: workspaceId }) },
    response: toolResultSchema,
    signal,
  });
}

async function waitForDecision(approvalId: string, { connection: { web }, signal }: CallContext): Promise<void> {
  const path = `/api/approvals/${encodeURIComponent(approvalId)}`;
  const read = () => requestJson(web, { path, response: approvalSchema, signal });
  await waitUntil(read, ({ status }) => status !== 'pending', signal);
}
