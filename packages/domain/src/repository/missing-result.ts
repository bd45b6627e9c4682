import { AppError } from '@shipmate/core/tool';
import { isEnded, type RunStatus } from '../run/run.ts';

/** Returns the error about a job without a result: it has not ended, or it ended before it had a checkout. */
export function missingResult(status: RunStatus): AppError {
  const message = isEnded(status)
    ? 'The job ended without a result: there is nothing to review, push or discard. Start another job.'
    : 'The job has no result yet. Wait until it has ended.';
  return new AppError({ code: 'CONFLICT', message });
}
