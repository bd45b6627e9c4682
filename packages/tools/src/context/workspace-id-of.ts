import { AppError, type ToolExecutionContext } from '@shipmate/core';

/** Returns the workspace of a call. @throws AppError `VALIDATION_ERROR` when the caller's context names none. */
export function workspaceIdOf(context: ToolExecutionContext): string {
  if (context.workspaceId !== undefined) return context.workspaceId;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: 'This tool works in a workspace, and the call names none.',
    details: { field: 'workspaceId' },
  });
}
