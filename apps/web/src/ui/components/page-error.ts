import { AppError, toAppError } from '@shipmate/core';

/** Messages of browsers when a part of the app cannot be loaded. */
const lostPart = /dynamically imported module|importing a module script failed/i;

/** Converts a thrown value to the error that the page shows. */
export function toPageError(thrown: unknown): AppError {
  if (!(thrown instanceof TypeError && lostPart.test(thrown.message))) {
    return toAppError(thrown, { message: 'This page could not be shown.' });
  }
  return new AppError({
    code: 'CONFLICT',
    message:
      'Shipmate was updated while this page was open, or cannot be reached. Reload the page: what you typed is kept.',
    cause: thrown,
  });
}
