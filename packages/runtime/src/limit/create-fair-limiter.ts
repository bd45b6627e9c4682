import { AppError } from '@shipmate/core';

/** Options for {@link createFairLimiter}. */
export interface FairLimiterOptions {
  /** The work in the error of a full queue, such as `Rendering charts`. */
  readonly name: string;
  /** The number of pieces of work that run concurrently, of all tenants together. */
  readonly concurrency: number;
  /** The number of pieces of work of one tenant that run concurrently. Default: `concurrency`. */
  readonly tenantConcurrency?: number;
  /** The number of pieces of work that one tenant may have in the queue. */
  readonly maxQueued: number;
}

/** The tenant of a piece of work, and the signal that removes it from the queue. */
export interface LimitedWork {
  /** Usually the organization's id. */
  readonly tenant: string;
  readonly signal: AbortSignal;
}

/**
 * Limits how much work runs concurrently, and shares the slots between tenants.
 *
 * **Contract.** A free slot goes to the waiting tenant with the fewest pieces running; among equals to the one that was
 * served longest ago. Within a tenant the order is first come, first served. The work itself must honour the signal
 * once it has started.
 *
 * @example
 * const limiter = createFairLimiter({ name: 'Rendering charts', concurrency: 2, maxQueued: 20 });
 * const chart = await limiter.run({ tenant: organizationId, signal }, () => render(signal));
 */
export interface FairLimiter {
  /** @throws AppError `RATE_LIMITED` when the tenant's queue is full, `ABORTED` when `signal` fires before the work starts. */
  run<Result>(work: LimitedWork, start: () => Promise<Result>): Promise<Result>;
}

interface Tenant {
  running: number;
  /** Grows with each start of any tenant. */
  servedAt: number;
  readonly waiting: Set<() => void>;
}

/** Creates a limiter that holds no timers and needs no closing. */
export function createFairLimiter(options: FairLimiterOptions): FairLimiter {
  const { name, concurrency, tenantConcurrency = concurrency, maxQueued } = options;
  const tenants = new Map<string, Tenant>();
  let running = 0;
  let starts = 0;

  function startNext(): void {
    while (running < concurrency) {
      const next = findNext(tenants, tenantConcurrency);
      const [begin] = next?.waiting ?? [];
      if (next === undefined || begin === undefined) return;
      next.waiting.delete(begin);
      next.running += 1;
      starts += 1;
      next.servedAt = starts;
      running += 1;
      begin();
    }
  }

  function finish(key: string, tenant: Tenant): void {
    tenant.running -= 1;
    running -= 1;
    if (tenant.running === 0 && tenant.waiting.size === 0) tenants.delete(key);
    startNext();
  }

  return {
    async run({ tenant: key, signal }, start) {
      if (signal.aborted) throw aborted(name, signal);
      const tenant = tenants.get(key) ?? { running: 0, servedAt: 0, waiting: new Set() };
      if (tenant.waiting.size >= maxQueued) throw full(name, maxQueued);
      tenants.set(key, tenant);
      await takePlace(tenant, { key, signal });
      try {
        return await start();
      } finally {
        finish(key, tenant);
      }
    },
  };

  function takePlace(tenant: Tenant, { key, signal }: { readonly key: string; readonly signal: AbortSignal }) {
    return new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        tenant.waiting.delete(begin);
        if (tenant.running === 0 && tenant.waiting.size === 0) tenants.delete(key);
        reject(aborted(name, signal));
      };
      const begin = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      tenant.waiting.add(begin);
      startNext();
    });
  }
}

function findNext(tenants: ReadonlyMap<string, Tenant>, tenantConcurrency: number): Tenant | undefined {
  let next: Tenant | undefined;
  for (const tenant of tenants.values()) {
    if (tenant.waiting.size === 0 || tenant.running >= tenantConcurrency) continue;
    const isFirst =
      next === undefined ||
      tenant.running < next.running ||
      (tenant.running === next.running && tenant.servedAt < next.servedAt);
    if (isFirst) next = tenant;
  }
  return next;
}

function full(name: string, maxQueued: number): AppError {
  return new AppError({
    code: 'RATE_LIMITED',
    message: `${name}: your organization already has ${maxQueued} requests in the queue. Retry when some of them have finished.`,
    details: { retryAfterSeconds: 5 },
    recoverable: true,
  });
}

function aborted(name: string, { reason }: AbortSignal): AppError {
  return new AppError({ code: 'ABORTED', message: `${name}: cancelled while waiting in the queue.`, cause: reason });
}
