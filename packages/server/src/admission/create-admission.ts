import { AppError, type Principal } from '@shipmate/core';
import { createFairLimiter } from '@shipmate/runtime';
import type { MiddlewareHandler } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Authenticate } from '../access/authenticator.ts';
import { hashSecret } from '../access/secret.ts';
import { readSessionCookie } from '../access/session-cookie.ts';
import type { AppEnvironment } from '../app-environment.ts';
import { type AdmissionLimits, type RequestClass, type RequestLimits, requestClasses } from './admission-limits.ts';

/** Options for {@link createAdmission}. */
export interface AdmissionOptions {
  readonly authenticate: Authenticate;
  /** No limits when undefined. */
  readonly limits?: AdmissionLimits | undefined;
  /** Returns the class of a request; `undefined` for one without limits. */
  readonly classify: (request: { readonly method: string; readonly path: string }) => RequestClass | undefined;
  /** Returns true for a request whose work goes on while it streams events: it keeps its slot until the stream ends. Default: none. */
  readonly holdsStream?: (request: Request) => boolean;
}

/**
 * Limits the requests of each credential, user and organization.
 *
 * **Contract.** Mount `middleware` before the routes, and give the routes `authenticate` in place of the
 * authenticator's own: a request is counted once its principal is known. Responses carry `RateLimit-Policy` and
 * `RateLimit` (IETF draft ietf-httpapi-ratelimit-headers); a refused request is 429 with `Retry-After`.
 */
export interface Admission {
  readonly authenticate: Authenticate;
  readonly middleware: MiddlewareHandler<AppEnvironment>;
}

interface Admitted {
  readonly requestClass: RequestClass;
  readonly finished: Promise<void>;
  isCounted: boolean;
  headers?: Readonly<Record<string, string>>;
}

const queueFactor = 10;

/** Creates the admission control of a process. Its counters are in memory. */
export function createAdmission({
  authenticate,
  limits,
  classify,
  holdsStream = () => false,
}: AdmissionOptions): Admission {
  if (limits === undefined) return { authenticate, middleware: (_, next) => next() };
  const gates = new Map(requestClasses.map((name) => [name, createGate(name, limits[name])]));
  const admitted = new WeakMap<Request, Admitted>();

  return {
    async authenticate(request) {
      const principal = await authenticate(request);
      const entry = admitted.get(request);
      const gate = entry && gates.get(entry.requestClass);
      if (entry === undefined || gate === undefined || entry.isCounted) return principal;
      entry.isCounted = true;
      entry.headers = await gate.count(principal, toCredentialKey(request));
      await gate.enter(principal, { signal: request.signal, finished: entry.finished });
      return principal;
    },
    async middleware(context, next) {
      const { method, path, raw } = context.req;
      const requestClass = classify({ method, path });
      if (requestClass === undefined) return next();
      const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
      const entry: Admitted = { requestClass, finished, isCounted: false };
      admitted.set(raw, entry);
      let isHeld = false;
      try {
        await next();
        isHeld = isEventStream(context.res) && holdsStream(raw);
        if (isHeld) context.res = afterStream(context.res, { signal: raw.signal, ended: finish });
      } finally {
        if (!isHeld) finish();
        for (const [name, value] of Object.entries(entry.headers ?? {})) context.header(name, value);
      }
    },
  };
}

function isEventStream({ headers, body }: Response): boolean {
  return body !== null && (headers.get('content-type')?.startsWith('text/event-stream') ?? false);
}

/** Calls `ended` once the body of a response has been sent, has failed or is cancelled, or its client has left. */
function afterStream(
  response: Response,
  { signal, ended }: { readonly signal: AbortSignal; readonly ended: () => void },
): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  response.body?.pipeTo(writable).then(ended, ended);
  // The listener of a signal that is already aborted is not called.
  if (signal.aborted) ended();
  else signal.addEventListener('abort', ended, { once: true });
  return new Response(readable, response);
}

/** The counters of one class. */
function createGate(name: RequestClass, limits: RequestLimits) {
  const [credentials, users, organizations] = [limits.credential, limits.user, limits.organization].map(
    (points, index) => ({ points, limiter: new RateLimiterMemory({ points, duration: 60, keyPrefix: `${index}` }) }),
  );
  const places = createFairLimiter({
    name: 'Too many requests at the same time',
    concurrency: limits.processConcurrent,
    tenantConcurrency: limits.concurrent,
    maxQueued: limits.concurrent * queueFactor,
  });

  return {
    /** @throws AppError `RATE_LIMITED` */
    async count(principal: Principal, credential: string): Promise<Readonly<Record<string, string>>> {
      const counters = [
        { of: 'organization', key: principal.organizationId, ...organizations },
        { of: 'user', key: `${principal.organizationId}/${principal.userId}`, ...users },
        { of: 'credential', key: credential, ...credentials },
      ];
      let headers: Readonly<Record<string, string>> = {};
      for (const { of, key, limiter, points = 0 } of counters) {
        const state = await consume(limiter, key);
        headers = toHeaders(name, points, state);
        if (state.consumedPoints > points) throw tooMany({ name, of, points, state });
      }
      return headers;
    },
    /** Waits for a slot among the organization's requests; the slot is freed once `finished` settles. */
    enter(
      principal: Principal,
      { signal, finished }: { readonly signal: AbortSignal; readonly finished: Promise<void> },
    ) {
      return new Promise<void>((resolve, reject) => {
        const start = (): Promise<void> => {
          resolve();
          return finished;
        };
        places.run({ tenant: principal.organizationId, signal }, start).catch(reject);
      });
    },
  };
}

async function consume(limiter: RateLimiterMemory | undefined, key: string): Promise<RateLimiterRes> {
  try {
    return (await limiter?.consume(key)) ?? new RateLimiterRes();
  } catch (thrown) {
    // The library rejects with the counter's state when the limit is reached.
    if (thrown instanceof RateLimiterRes) return thrown;
    throw thrown;
  }
}

function toHeaders(name: RequestClass, points: number, state: RateLimiterRes): Readonly<Record<string, string>> {
  return {
    'RateLimit-Policy': `"${name}";q=${points};w=60`,
    RateLimit: `"${name}";r=${Math.max(0, state.remainingPoints)};t=${toSeconds(state)}`,
  };
}

interface Excess {
  readonly name: RequestClass;
  readonly of: string;
  readonly points: number;
  readonly state: RateLimiterRes;
}

function tooMany({ name, of, points, state }: Excess): AppError {
  const retryAfterSeconds = toSeconds(state);
  return new AppError({
    code: 'RATE_LIMITED',
    message: `Too many requests of this ${of}: at most ${points} a minute of class "${name}". Retry in ${retryAfterSeconds} s.`,
    details: { reason: 'request_limit', class: name, of, limit: points, retryAfterSeconds },
  });
}

const toSeconds = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1_000));

/**
 * Returns a key of a request's credential that does not reveal it; the same key for all requests without a credential.
 */
function toCredentialKey({ headers }: Request): string {
  const secret = headers.get('authorization') ?? readSessionCookie(headers);
  return secret === undefined ? '' : hashSecret(secret);
}
