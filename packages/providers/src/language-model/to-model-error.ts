import { APICallError } from '@ai-sdk/provider';
import { AppError, type AppErrorOptions } from '@shipmate/core';
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
    const meaning = isOutOfCredit(thrown) ? 402 : isTooLong(thrown, status) ? 413 : status;
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
  if (status === 413) {
    const message = `The conversation is longer than model "${model}" of ${name} accepts. Start a new conversation, or choose a model with a larger context window.`;
    return { code, message, recoverable: false };
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

/** The error types of error events, which carry no HTTP status, and the status that each corresponds to. */
const statusOfWord: ReadonlyMap<string, number> = new Map(
  Object.entries({
    invalid_request_error: 400,
    authentication_error: 401,
    invalid_api_key: 401,
    billing_error: 402,
    insufficient_quota: 402,
    permission_error: 403,
    not_found_error: 404,
    model_not_found: 404,
    request_too_large: 413,
    context_length_exceeded: 413,
    rate_limit_error: 429,
    rate_limit_exceeded: 429,
    RESOURCE_EXHAUSTED: 429,
    api_error: 500,
    server_error: 500,
    UNAVAILABLE: 503,
    overloaded_error: 529,
  }),
);

/** Returns the HTTP status of an API error, or the one that an error event within a stream corresponds to. */
export function errorStatus(thrown: unknown): number | undefined {
  const numbers = [fieldOf(thrown, 'statusCode'), fieldOf(thrown, 'code')];
  const status = numbers.find((value): value is number => typeof value === 'number' && value >= 400 && value < 600);
  return status ?? wordsOf(thrown).flatMap((word) => statusOfWord.get(word) ?? [])[0];
}

/** Returns true if an account has no credit left, which some vendors report as a rate limit. */
export function isOutOfCredit(thrown: unknown): boolean {
  return errorStatus(thrown) === 402 || wordsOf(thrown).includes('insufficient_quota');
}

/** Returns true for a request that exceeds the context window, for which few vendors have a code. */
function isTooLong(thrown: unknown, status: number): boolean {
  if (status !== 400) return false;
  if (wordsOf(thrown).includes('context_length_exceeded')) return true;
  const text = APICallError.isInstance(thrown) ? `${thrown.message} ${thrown.responseBody ?? ''}` : '';
  return /context (?:length|window|size)|prompt is too long|exceeds? the maximum number of tokens/i.test(text);
}

function wordsOf(thrown: unknown): readonly string[] {
  const body = APICallError.isInstance(thrown) ? fieldOf(thrown.data, 'error') : thrown;
  return [fieldOf(body, 'code'), fieldOf(body, 'type'), fieldOf(body, 'status')].filter(
    (word) => typeof word === 'string',
  );
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/**
 * Returns the delay in milliseconds that a provider asks for: `retry-after-ms`, `retry-after` in seconds or as a date,
 * or the `retryDelay` that Google puts into the body; `undefined` without one.
 */
export function retryAfterMs(thrown: unknown, now: number = Date.now()): number | undefined {
  if (!APICallError.isInstance(thrown)) return undefined;
  const { responseHeaders = {}, responseBody = '' } = thrown;
  const [, retryDelay] = /"retryDelay":\s*"([\d.]+)s"/.exec(responseBody) ?? [];
  const candidates = [
    toNumber(responseHeaders['retry-after-ms']),
    inMilliseconds(toNumber(responseHeaders['retry-after'])),
    untilDate(responseHeaders['retry-after'], now),
    inMilliseconds(toNumber(retryDelay)),
  ];
  return candidates.find((ms) => ms !== undefined && ms >= 0);
}

function toNumber(text: string | undefined): number | undefined {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1000);
}

/** Returns the time until a date; 0 for a date in the past. */
function untilDate(text: string | undefined, now: number): number | undefined {
  const date = Date.parse(text ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
