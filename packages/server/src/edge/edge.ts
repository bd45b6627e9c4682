import { randomUUID } from 'node:crypto';
import { AppError, type Logger, silentLogger } from '@shipmate/core';
import { requestIdHeader, runHeader } from '@shipmate/protocol/http';
import { createRequestRecorder, traceFields } from '@shipmate/runtime';
import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { AppEnvironment } from '../app-environment.ts';
import { respondWithError } from '../error/respond-with-error.ts';
import { requireKnownHost } from './known-host.ts';

/** Options for {@link createEdge}, which apply to every request. */
export interface EdgeOptions {
  readonly logger?: Logger;
  /** In bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Other limits, by path; `*` matches one segment. The first matching limit applies. */
  readonly bodyLimits?: Readonly<Record<string, number>>;
  /** Default: no resource may be loaded, which suits an API. */
  readonly contentSecurityPolicy?: string;
  /** Accepted host names, against DNS rebinding; all when undefined. */
  readonly allowedHosts?: readonly string[];
}

/** Creates the first middleware of an app: request id, security headers, host and body checks, one log line. */
export function createEdge(options: EdgeOptions): MiddlewareHandler<AppEnvironment> {
  const { logger = silentLogger, maxBodyBytes = 1024 * 1024, bodyLimits = {} } = options;
  const { contentSecurityPolicy, allowedHosts } = options;
  const headers = securityHeaders(contentSecurityPolicy);
  const bodyLimitOf = createBodyLimits(bodyLimits, maxBodyBytes);
  const record = createRequestRecorder();

  return async function edge(context, next) {
    const startedAt = performance.now();
    const requestId = toRequestId(context.req.header(requestIdHeader));
    const requestLogger = logger.child({ requestId, ...runFieldsOf(context.req) });
    context.set('requestId', requestId);
    context.set('logger', requestLogger);
    setHeader(context, requestIdHeader, requestId);
    for (const [name, value] of headers) setHeader(context, name, value);

    try {
      if (allowedHosts) requireKnownHost(context.req, allowedHosts);
      limitBody(context.req, bodyLimitOf(context.req.path));
      await next();
    } catch (thrown) {
      context.res = respondWithError(context, thrown);
    }

    const { method, path } = context.req;
    const elapsedMs = performance.now() - startedAt;
    const durationMs = Math.round(elapsedMs);
    record({ method, route: routePath(context), status: context.res.status, seconds: elapsedMs / 1000 });
    const runId = context.get('namedRunId');
    const run = runId === undefined ? undefined : { runId, ...traceFields(runId) };
    requestLogger.info('request', { method, path, status: context.res.status, durationMs, ...run });
  };
}

/**
 * On a socket, headers set on Node's own response reach every response at the lowest cost, including raw `Response`s.
 */
function setHeader(context: Context<AppEnvironment>, name: string, value: string): void {
  const outgoing = context.env?.outgoing;
  if (outgoing) outgoing.setHeader(name, value);
  else context.header(name, value);
}

/**
 * Refuses a body that is too long: by its declared length at once, else by counting as it arrives.
 *
 * @throws AppError `PAYLOAD_TOO_LARGE`, for a counted body when it is read.
 */
function limitBody(request: HonoRequest, maxBytes: number): void {
  const declared = request.header('content-length');
  if (declared !== undefined) {
    if (Number(declared) > maxBytes) throw tooLarge(maxBytes);
    return;
  }
  const { body } = request.raw;
  if (request.header('transfer-encoding') === undefined || !body) return;
  const counted = body.pipeThrough(countBytes(maxBytes));
  request.raw = new Request(request.raw, { method: request.method, body: counted, duplex: 'half' });
}

function countBytes(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let count = 0;
  return new TransformStream({
    transform(chunk, controller) {
      count += chunk.byteLength;
      if (count > maxBytes) throw tooLarge(maxBytes);
      controller.enqueue(chunk);
    },
  });
}

function tooLarge(maxBytes: number): AppError {
  return new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `The body is longer than ${maxBytes} bytes.`,
    details: { maxBytes },
  });
}

/** Returns the log fields of a request that a run makes in another process: its id, and the trace that the caller continues. */
function runFieldsOf(request: HonoRequest): { readonly runId?: string; readonly trace_id?: string } {
  const [, runId] = /^([0-9a-f-]{36})$/i.exec(request.header(runHeader) ?? '') ?? [];
  const [, traceId] = /^00-([0-9a-f]{32})-/.exec(request.header('traceparent') ?? '') ?? [];
  return { ...(runId !== undefined && { runId }), ...(traceId !== undefined && { trace_id: traceId }) };
}

const acceptableRequestId = /^[\w.:-]{1,128}$/;

/** Returns the caller's request id when it is safe for a log line, else a new one. */
function toRequestId(incoming: string | undefined): string {
  return incoming !== undefined && acceptableRequestId.test(incoming) ? incoming : randomUUID();
}

/** Returns the headers of every response. A handler may override `cache-control`. */
function securityHeaders(
  contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'",
): readonly (readonly [name: string, value: string])[] {
  return [
    ['content-security-policy', contentSecurityPolicy],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['cache-control', 'no-store'],
  ];
}

/**
 * Creates a function that returns the maximum body length for a path: the first matching limit, else `fallback`. `*`
 * matches one segment.
 */
export function createBodyLimits(limits: Readonly<Record<string, number>>, fallback: number): (path: string) => number {
  const rules = Object.entries(limits).map(([path, maxBytes]) => ({ segments: path.split('/'), maxBytes }));
  return (path) => {
    const asked = path.split('/');
    return rules.find(({ segments }) => fits(asked, segments))?.maxBytes ?? fallback;
  };
}

function fits(asked: readonly string[], segments: readonly string[]): boolean {
  return (
    asked.length === segments.length &&
    segments.every((segment, at) => segment === asked[at] || (segment === '*' && asked[at] !== ''))
  );
}
