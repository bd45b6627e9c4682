import { AppError } from '@shipmate/core';

/** A failed request to another system, and whether it is retryable. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly retryable: boolean;
  /** The delay that the system asks for. */
  readonly retryAfterMs: number;

  constructor(
    message: string,
    options: { readonly retryable: boolean; readonly retryAfterMs?: number; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

const offlineCodes: ReadonlySet<unknown> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
]);

/** Converts an error of a request to an `EXTERNAL_API_ERROR` that says what to do. */
export function toUpstreamError(system: string, thrown: unknown): AppError {
  if (AppError.isInstance(thrown)) return thrown;
  return new AppError({ code: 'EXTERNAL_API_ERROR', message: explain(system, thrown), cause: thrown });
}

function explain(system: string, thrown: unknown): string {
  const codes = causesOf(thrown).map((cause) => ('code' in cause ? cause.code : undefined));
  if (codes.some((code) => offlineCodes.has(code))) {
    return `${system} cannot be found or reached: this machine seems to be offline. Go on without it, or try again later.`;
  }
  if (codes.includes('EPRIVATE')) return `${system} leads to a private address, which is not allowed.`;
  if (thrown instanceof UpstreamFailure) return `${system} failed: ${thrown.message} Try again later.`;
  return `${system} did not answer in time. Try again later.`;
}

function causesOf(thrown: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let error = thrown; error instanceof Error && causes.length < 10; error = error.cause) {
    causes.push(error);
    if (error instanceof AggregateError) causes.push(...error.errors.filter((each) => each instanceof Error));
  }
  return causes;
}
