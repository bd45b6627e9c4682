import type { ErrorCode } from '../error/error-code.ts';

/** Result of a tool call for HTTP, MCP and remote callers. Created at the edge only. */
export interface ToolResult<Data = unknown> {
  readonly success: boolean;
  readonly data?: Data;
  readonly error?: string;
  readonly metadata?: { readonly code?: ErrorCode; readonly recoverable?: boolean; readonly [key: string]: unknown };
}

/** Creates the result of a failed call. */
export function createToolError(code: ErrorCode, message: string, recoverable = false): ToolResult<never> {
  return { success: false, error: message, metadata: { code, recoverable } };
}
