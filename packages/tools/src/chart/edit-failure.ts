import { AppError } from '@shipmate/core';

/** Why the editor did not do what it was asked; in an error's `details.reason`, for surfaces that answer these with 200. */
export type EditFailureReason = 'file_missing' | 'file_exists' | 'replacement_refused';

const codes = { file_missing: 'NOT_FOUND', file_exists: 'CONFLICT', replacement_refused: 'VALIDATION_ERROR' } as const;

/** Makes the error of an edit that could not be done; `message` is written for the model that asked. */
export function createEditFailure(reason: EditFailureReason, message: string): AppError {
  return new AppError({ code: codes[reason], message, details: { reason } });
}

/** The failure of reading or changing a file that is not there. */
export function fileMissing(): AppError {
  return createEditFailure('file_missing', 'Error: File does not exist. Use create instead.');
}
