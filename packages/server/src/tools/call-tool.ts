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

/** For whom a tool is called, and how long it may take. */
export interface ToolCall extends Required<Pick<ToolExecutionContextInit, 'principal' | 'signal' | 'logger'>> {
  readonly workspaceId?: string;
  readonly runId?: string;
  /** For a tool without a time-out of its own. Default 60 000. */
  readonly timeoutMs?: number;
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
 * Runs a tool over HTTP on an input that its `parse` accepted. What the tool says, failures included, is the result. A tool
 * that ignores its time-out is left behind, and a destructive call is not made.
 *
 * @throws AppError when what the tool stands on failed, or the tool itself in a way that it should not.
 */
export async function callTool(tool: BoundTool, input: unknown, call: ToolCall): Promise<ToolResult> {
  const { timeoutMs = 60_000, signal, ...init } = call;
  if (tool.effect(input) === 'destructive') {
    return createToolError(
      'APPROVAL_REQUIRED',
      `"${tool.name}" cannot be undone; it runs only with a person's approval.`,
      true,
    );
  }
  try {
    const data = await waitFor(
      (callSignal) => tool.execute(input, createToolExecutionContext({ ...init, signal: callSignal })),
      { signal, timeoutMs: tool.timeoutMs ?? timeoutMs },
    );
    return { success: true, data };
  } catch (thrown) {
    const error = toAppError(thrown, { message: `"${tool.name}" failed unexpectedly.` });
    if (transportFailures.has(error.code)) throw error;
    return createToolError(error.code, error.message, error.recoverable);
  }
}
