import type { ErrorCode } from './error-code.ts';

const brand: unique symbol = Symbol.for('shipmate.app-error') as never;

/** What an {@link AppError} is made of. */
export interface AppErrorOptions {
  readonly code: ErrorCode;
  /** Written for the person or model that has to act on it: what is wrong, in which field, and what to do. */
  readonly message: string;
  /** Safe to show to the caller: field names, limits, allowed values. Never secrets, paths of the host or SQL. */
  readonly details?: unknown;
  /** What was caught. It is logged and never leaves the process. */
  readonly cause?: unknown;
  /** Whether the same call with other input, or later, can succeed. Defaults by code. */
  readonly recoverable?: boolean;
}

const recoverableByDefault: ReadonlySet<ErrorCode> = new Set([
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'EXTERNAL_API_ERROR',
  'UNAVAILABLE',
  'APPROVAL_REQUIRED',
  'TIMEOUT',
]);

/** The one error class of Shipmate; `code` decides what every surface makes of it. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly recoverable: boolean;

  constructor(options: AppErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.details = options.details;
    this.recoverable = options.recoverable ?? recoverableByDefault.has(options.code);
    Object.defineProperty(this, brand, { value: true });
  }

  /** Recognises an {@link AppError} of any loaded copy of this package. */
  static isInstance(value: unknown): value is AppError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** Turns anything that was thrown into an {@link AppError}; what is not one becomes `INTERNAL_ERROR` with the value as cause. */
export function toAppError(thrown: unknown, fallback: Partial<AppErrorOptions> = {}): AppError {
  if (AppError.isInstance(thrown)) return thrown;
  return new AppError({
    code: 'INTERNAL_ERROR',
    message: 'Something went wrong on our side.',
    ...fallback,
    cause: thrown,
  });
}
