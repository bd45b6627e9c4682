import type { ErrorCode } from '@shipmate/core';

/** The HTTP status of each error code. */
export const statusByCode = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  NOT_FOUND: 404,
  CONFLICT: 409,
  GONE: 410,
  APPROVAL_REQUIRED: 409,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  DATABASE_ERROR: 500,
  INTERNAL_ERROR: 500,
  EXTERNAL_API_ERROR: 502,
  UNAVAILABLE: 503,
  ABORTED: 503,
  TIMEOUT: 503,
} as const satisfies Record<ErrorCode, number>;
