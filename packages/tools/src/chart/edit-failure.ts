import { AppError } from '@shipmate/core';

/** The reason for a failed edit, in an error's `details.reason`, for surfaces that answer these with 200. */
export type EditFailureReason = 'file_missing' | 'file_exists' | 'replacement_refused';

const codes = { file_missing: 'NOT_FOUND', file_exists: 'CONFLICT', replacement_refused: 'VALIDATION_ERROR' } as const;

/** Creates the error of a failed edit; `message` is written for the model. */
export function createEditFailure(reason: EditFailureReason, message: string): AppError {
  return new AppError({ code: codes[reason], message, details: { reason } });
}

/** Creates the error for reading or changing a file that does not exist. */
export function fileMissing(): AppError {
  return createEditFailure('file_missing', 'Error: File does not exist. Use create instead.');
}
