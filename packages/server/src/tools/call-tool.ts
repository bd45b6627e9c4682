import {
  type BoundTool,
  createToolError,
  createToolExecutionContext,
  type ErrorCode,
  type ToolExecutionContextInit,
  type ToolResult,
  toAppError,
  waitFor,
} from '@shipmate/core';
import { requireCallAccess } from './require-call-access.ts';

/** For whom a tool is called, and how long it may take. */
export interface ToolCall extends Required<Pick<ToolExecutionContextInit, 'principal' | 'signal' | 'logger'>> {
  readonly workspaceId?: string;
  readonly runId?: string;
  /** Of the run that makes the call; one is made up without it. */
  readonly toolCallId?: string;
  /** For a tool without a time-out of its own. Default 60 000. */
  readonly timeoutMs?: number;
  /** Whether a person approved this very call. */
  readonly isApproved?: boolean;
}

/**
 * Runs a tool on an input that its `parse` accepted, for a caller whose scopes cover the call or who has a person's approval. A tool
 * that ignores its time-out is left behind.
 *
 * @throws AppError for everything that goes wrong; as `requireCallAccess` does.
 */
export async function executeTool(tool: BoundTool, input: unknown, call: ToolCall): Promise<unknown> {
  const { principal, isApproved = false } = call;
  requireCallAccess({ principal, tool, input, isApproved });
  return runTool(tool, input, call);
}

async function runTool(tool: BoundTool, input: unknown, call: ToolCall): Promise<unknown> {
  const { timeoutMs = 60_000, signal, isApproved: _, ...init } = call;
  try {
    return await waitFor(
      (callSignal) => tool.execute(input, createToolExecutionContext({ ...init, signal: callSignal })),
      { signal, timeoutMs: tool.timeoutMs ?? timeoutMs },
    );
  } catch (thrown) {
    throw toAppError(thrown, { message: `"${tool.name}" failed unexpectedly.` });
  }
}

/** What fails around a tool, not in the call itself; it has an HTTP status of its own. */
const transportFailures: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMITED',
  'DATABASE_ERROR',
  'INTERNAL_ERROR',
  'EXTERNAL_API_ERROR',
  'UNAVAILABLE',
  'ABORTED',
]);

/**
 * As {@link executeTool}, but what the tool itself refuses is a result.
 *
 * @throws AppError when what the tool stands on failed, or the tool itself in a way that it should not; as `requireCallAccess` does.
 */
export async function callTool(tool: BoundTool, input: unknown, call: ToolCall): Promise<ToolResult> {
  const { principal, isApproved = false } = call;
  requireCallAccess({ principal, tool, input, isApproved });
  try {
    return { success: true, data: await runTool(tool, input, call) };
  } catch (thrown) {
    const { code, message, recoverable } = toAppError(thrown);
    if (transportFailures.has(code)) throw thrown;
    return createToolError(code, message, recoverable);
  }
}
