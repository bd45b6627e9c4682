import { AppError } from '@shipmate/core';

const reason = 'being_answered';

/** Creates the error for a question in a conversation whose run has not ended. */
export function beingAnswered(runId: string): AppError {
  return new AppError({
    code: 'CONFLICT',
    message: 'This conversation is being answered. Wait for the answer or stop it first.',
    details: { reason, runId },
  });
}

/** Returns the id of the run in an error of {@link beingAnswered}; `undefined` for any other error. */
export function answeringRunOf(thrown: unknown): string | undefined {
  if (!AppError.isInstance(thrown) || typeof thrown.details !== 'object' || thrown.details === null) return undefined;
  const { details } = thrown;
  const isAbout = 'reason' in details && details.reason === reason && 'runId' in details;
  return isAbout && typeof details.runId === 'string' ? details.runId : undefined;
}
