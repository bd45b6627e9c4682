/**
 * Every code an {@link AppError} can carry.
 *
 * The first eleven have an HTTP status of their own; the last three are outcomes of a tool call and are part of a `ToolResult`.
 */
export const errorCodes = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'CONFLICT',
  'GONE',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'DATABASE_ERROR',
  'INTERNAL_ERROR',
  'EXTERNAL_API_ERROR',
  'UNAVAILABLE',
  'APPROVAL_REQUIRED',
  'TIMEOUT',
  'ABORTED',
] as const;

/** One of {@link errorCodes}. */
export type ErrorCode = (typeof errorCodes)[number];
