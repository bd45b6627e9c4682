import { AppError } from '@shipmate/core';

/** What stopped an answer: a refusal of the server, a connection that broke, or the failure that the stream reported. */
export function toChatError(error: Error): AppError {
  if (AppError.isInstance(error)) return error;
  return isConnectionLost(error)
    ? connectionLost(error)
    : new AppError({ code: 'INTERNAL_ERROR', message: error.message, cause: error });
}

/** Whether the answer broke off on its way here, so that the server knows more of it than this page does. */
export function isConnectionLost(error: Error): boolean {
  return error instanceof TypeError;
}

/** The error of an answer that broke off on its way here. */
export function connectionLost(cause?: Error): AppError {
  return new AppError({
    code: 'UNAVAILABLE',
    message: 'The connection was lost; the answer may go on without this page.',
    cause,
  });
}
