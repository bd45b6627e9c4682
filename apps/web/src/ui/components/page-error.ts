import { AppError, toAppError } from '@shipmate/core';

/** How browsers say that a part of an app cannot be loaded. */
const lostPart = /dynamically imported module|importing a module script failed/i;

/** What keeps a page from being shown. */
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
