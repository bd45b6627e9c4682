import { AppError } from '@shipmate/core';

/**
 * Converts the failure of an answer: a refusal of the server, a lost connection, or an error that the stream reported.
 */
export function toChatError(error: Error): AppError {
  if (AppError.isInstance(error)) return error;
  return isConnectionLost(error)
    ? connectionLost(error)
    : new AppError({ code: 'INTERNAL_ERROR', message: error.message, cause: error });
}

/**
 * Returns true when the connection was lost during an answer, so that the server may have more of it than this page.
 */
export function isConnectionLost(error: Error): boolean {
  return error instanceof TypeError;
}

/** Returns the error of an answer whose connection was lost. */
export function connectionLost(cause?: Error): AppError {
  return new AppError({
    code: 'UNAVAILABLE',
    message: 'The connection was lost; the answer may continue on the server.',
    cause,
  });
}
