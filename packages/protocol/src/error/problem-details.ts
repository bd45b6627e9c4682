import type { AppError } from '@shipmate/core';
import type { ErrorEnvelope } from './error-envelope.ts';
import { statusByCode } from './status-by-code.ts';

/** The media type of {@link ProblemDetails}; a client requests it with `Accept`. */
export const problemMediaType = 'application/problem+json';

/** The content of an {@link ErrorEnvelope} in the format of RFC 9457. */
export interface ProblemDetails {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The path of the request. */
  readonly instance: string;
  readonly code: ErrorEnvelope['code'];
  readonly requestId?: string;
  readonly details?: unknown;
}

/** Encodes an error for a client that requested problem details, without its cause. */
export function toProblemDetails(
  error: AppError,
  { instance, requestId }: { readonly instance: string; readonly requestId?: string },
): ProblemDetails {
  const words = error.code.replaceAll('_', ' ').toLowerCase();
  return {
    type: 'about:blank',
    title: words.charAt(0).toUpperCase() + words.slice(1),
    status: statusByCode[error.code],
    detail: error.message,
    instance,
    code: error.code,
    ...(requestId === undefined ? {} : { requestId }),
    ...(error.details === undefined ? {} : { details: error.details }),
  };
}
