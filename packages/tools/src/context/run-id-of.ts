import { AppError, type ToolExecutionContext } from '@shipmate/core';

/** The run that a call is part of. @throws AppError `VALIDATION_ERROR` when the caller's context names none. */
export function runIdOf(context: ToolExecutionContext): string {
  const runId = findRunId(context);
  if (runId !== undefined) return runId;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: 'This tool is part of an answer in a conversation, and the call names no run.',
    details: { field: 'runId' },
  });
}

/** The run that a call is part of; a credential for one run is for its calls, whether they name it or not. */
export function findRunId({ principal, runId }: ToolExecutionContext): string | undefined {
  return runId ?? principal.scope?.runId;
}
