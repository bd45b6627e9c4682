import type { AppError, ErrorCode } from '@shipmate/core';

const adviceByCode: Partial<Record<ErrorCode, string>> = {
  UNAVAILABLE: 'Check in its terminal that it is still running, then try again.',
  UNAUTHORIZED: 'Sign in again with the link from the terminal.',
  NOT_FOUND: 'It may have been deleted, or it belongs to another organization.',
  PAYLOAD_TOO_LARGE: 'Shorten the message and send it again.',
  RATE_LIMITED: 'Try again later.',
  DATABASE_ERROR: 'Try again. If it keeps failing, the log in the terminal says why.',
  INTERNAL_ERROR: 'Try again. If it keeps failing, the log in the terminal says why.',
  EXTERNAL_API_ERROR: 'Try again. If it keeps failing, the log in the terminal says why.',
};

/** Returns what a person can do about an error; empty when the error's message already says so. */
export function toAdvice(error: AppError): string {
  return adviceByCode[error.code] ?? '';
}
