import { AppError, type ErrorCode, toAppError } from '@shipmate/core';
import { problemMediaType, statusByCode, toErrorEnvelope, toProblemDetails } from '@shipmate/protocol/error';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { AppEnvironment } from '../app-environment.ts';

/**
 * Responds to a failed request with the envelope, or with problem details when the client prefers them. Logs unexpected
 * errors.
 */
export function respondWithError(context: Context<AppEnvironment>, thrown: unknown): Response {
  const error = context.req.raw.signal.aborted ? clientLeft(thrown) : toHttpError(thrown);
  const status = statusByCode[error.code];
  const requestId = context.get('requestId');
  if (status >= 500 && error.code !== 'ABORTED') context.get('logger').error('request failed', { error });
  if (error.code === 'UNAUTHORIZED') context.header('www-authenticate', 'Bearer realm="shipmate"');
  const retryAfterSeconds = retryAfterOf(error);
  if (retryAfterSeconds !== undefined) context.header('retry-after', String(retryAfterSeconds));
  if (context.req.header('accept')?.includes(problemMediaType)) {
    const problem = toProblemDetails(error, { instance: context.req.path, requestId });
    return context.body(JSON.stringify(problem), status, { 'content-type': problemMediaType });
  }
  return context.json(toErrorEnvelope(error, requestId), status);
}

function retryAfterOf({ details }: AppError): number | undefined {
  const isGiven = typeof details === 'object' && details !== null && 'retryAfterSeconds' in details;
  return isGiven && typeof details.retryAfterSeconds === 'number' ? details.retryAfterSeconds : undefined;
}

function clientLeft(cause: unknown): AppError {
  return new AppError({ code: 'ABORTED', message: 'The client disconnected before the response.', cause });
}

const codeByStatus: ReadonlyMap<number, ErrorCode> = new Map([
  [400, 'VALIDATION_ERROR'],
  [401, 'UNAUTHORIZED'],
  [403, 'NOT_FOUND'],
  [404, 'NOT_FOUND'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [429, 'RATE_LIMITED'],
]);

/** Hono's exceptions carry the status and message of a middleware; any unknown error becomes `INTERNAL_ERROR`. */
function toHttpError(thrown: unknown): AppError {
  const code = thrown instanceof HTTPException ? codeByStatus.get(thrown.status) : undefined;
  if (code === undefined || !(thrown instanceof HTTPException)) return toAppError(thrown);
  return new AppError({ code, message: thrown.message || 'The request was refused.', cause: thrown });
}
