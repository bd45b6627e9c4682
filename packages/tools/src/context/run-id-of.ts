import { AppError, type ToolExecutionContext } from '@shipmate/core';

/** Returns the run that a call belongs to. @throws AppError `VALIDATION_ERROR` when the caller's context names none. */
export function runIdOf(context: ToolExecutionContext): string {
  const runId = findRunId(context);
  if (runId !== undefined) return runId;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: 'This tool is part of an answer in a conversation, and the call names no run.',
    details: { field: 'runId' },
  });
}

/**
 * Returns the run that a call belongs to; a credential for one run identifies it even if the context does not name it.
 */
export function findRunId({ principal, runId }: ToolExecutionContext): string | undefined {
  return runId ?? principal.scope?.runId;
}
