import { APICallError } from '@ai-sdk/provider';
import { AppError, type AppErrorOptions } from '@shipmate/core';
import { errorStatus, isOutOfCredit } from './error-status.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Vendor } from './vendor.ts';

/** The subject of a failed call, for its error message. */
export interface FailedCall {
  readonly vendor: Vendor;
  /** The vendor's name of the model. */
  readonly model: string;
  /** The caller's signal: once it has fired, any failure is the abort. */
  readonly signal: AbortSignal;
}

/**
 * Converts a provider's exception, or a failure reported within its stream, to an {@link AppError} that names the
 * vendor and the remedy. Its `details` are `{ provider, status?, retryAfterMs? }`; it is recoverable when the same
 * request may succeed later. The vendor's message is kept as the cause only, because it may quote the request.
 */
export function toModelError(thrown: unknown, { vendor, model, signal }: FailedCall): AppError {
  if (signal.aborted) return new AppError({ code: 'ABORTED', message: 'The request was stopped.', cause: thrown });
  if (AppError.isInstance(thrown)) return thrown;
  const status = errorStatus(thrown);
  if (status !== undefined) {
    const retryAfter = retryAfterMs(thrown);
    const details = { provider: vendor.id, status, ...(retryAfter !== undefined && { retryAfterMs: retryAfter }) };
    const meaning = isOutOfCredit(thrown) ? 402 : status;
    return new AppError({ ...describeStatus(meaning, { vendor, model }), details, cause: thrown });
  }
  const details = { provider: vendor.id };
  if (isNetworkError(thrown)) {
    const message = `${vendor.name} could not be reached, or the connection was lost.`;
    return new AppError({ code: 'UNAVAILABLE', message, details, cause: thrown });
  }
  const message = `${vendor.name} sent an answer that could not be understood.`;
  return new AppError({ code: 'EXTERNAL_API_ERROR', message, details, cause: thrown });
}

function describeStatus(
  status: number,
  { vendor, model }: Pick<FailedCall, 'vendor' | 'model'>,
): Pick<AppErrorOptions, 'code' | 'message' | 'recoverable'> {
  const { name, keyVariable } = vendor;
  const code = 'EXTERNAL_API_ERROR';
  if (status === 401 || status === 403) {
    const remedy = keyVariable === undefined ? '' : ` Check the key in ${keyVariable}.`;
    return { code, message: `${name} refused access (HTTP ${status}).${remedy}`, recoverable: false };
  }
  if (status === 402) return { code, message: `The account at ${name} has no credit left.`, recoverable: false };
  if (status === 404) {
    const message = `${name} has no model "${model}" (HTTP 404). Check the model's name, and the base URL if one is set.`;
    return { code, message, recoverable: false };
  }
  if (status === 429) {
    return { code: 'RATE_LIMITED', message: `${name} is limiting how often it may be asked. Try again in a while.` };
  }
  if (status >= 500) return { code, message: `${name} is failing (HTTP ${status}). Try again in a while.` };
  const recoverable = status === 408 || status === 409;
  return { code, message: `${name} rejected the request (HTTP ${status}).`, recoverable };
}

/**
 * Returns true for a call without a response or a broken connection, for which Node.js has codes such as
 * `UND_ERR_SOCKET`.
 */
function isNetworkError(thrown: unknown): boolean {
  if (APICallError.isInstance(thrown) && thrown.statusCode === undefined) return true;
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string' && /^(E[A-Z]+|UND_ERR_[A-Z_]+)$/.test(error.code))
      return true;
  }
  return false;
}
