import type { ErrorCode } from './error-code.ts';

const brand: unique symbol = Symbol.for('shipmate.app-error') as never;

/** Options for an {@link AppError}. */
export interface AppErrorOptions {
  readonly code: ErrorCode;
  /** For the person or model that has to act on it: what failed, in which field, and what to do. */
  readonly message: string;
  /** Safe to show to the caller: field names, limits, allowed values. Never secrets, paths of the host or SQL. */
  readonly details?: unknown;
  /** The caught value. It is logged and never leaves the process. */
  readonly cause?: unknown;
  /** True if the call can succeed later or with other input. Defaults by code. */
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

/** The one error class of Shipmate. `code` decides how every surface presents it. */
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

  /** Recognizes an {@link AppError} of any loaded copy of this package. */
  static isInstance(value: unknown): value is AppError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** Converts a thrown value to an {@link AppError}; any other value becomes the cause of an `INTERNAL_ERROR`. */
export function toAppError(thrown: unknown, fallback: Partial<AppErrorOptions> = {}): AppError {
  if (AppError.isInstance(thrown)) return thrown;
  return new AppError({
    code: 'INTERNAL_ERROR',
    message: 'Something went wrong on our side.',
    ...fallback,
    cause: thrown,
  });
}
