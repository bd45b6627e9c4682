import { AppError } from '@shipmate/core';
import type { LimitedWork } from './create-fair-limiter.ts';

/** Options for {@link createByteBudget}. */
export interface ByteBudgetOptions {
  /** The work in the error of a full queue, such as `Importing charts`. */
  readonly name: string;
  /** The most bytes that all tenants together may hold at the same time. */
  readonly bytes: number;
  /** The most bytes that one tenant may hold at the same time. Default: `bytes`. */
  readonly tenantBytes?: number;
  /** The number of pieces of work that one tenant may have in the queue. */
  readonly maxQueued: number;
}

/** Work that holds up to `bytes` in memory. */
export interface ChargedWork extends LimitedWork {
  readonly bytes: number;
}

/** The bytes that a piece of work may hold. */
export interface ByteClaim {
  readonly bytes: number;
  /** Releases the bytes beyond `bytes`; a claim never grows. */
  shrink(bytes: number): void;
}

/**
 * Limits how many bytes are held in memory at the same time, and shares them between tenants.
 *
 * **Contract.** Work claims the most that it can hold before it starts and shrinks the claim once it knows better, so that no work
 * waits while it holds bytes. Free bytes go to the waiting tenant that holds the fewest; among equals to the one that was served
 * longest ago. That tenant is waited for even if a smaller claim of another one would fit. Within a tenant the order is first come,
 * first served. The claim ends when the work settles.
 *
 * @example
 * const budget = createByteBudget({ name: 'Importing charts', bytes: 256_000_000, tenantBytes: 128_000_000, maxQueued: 20 });
 * await budget.run({ tenant: organizationId, bytes: 20_000_000, signal }, async (claim) => {
 *   const archive = await receive(signal);
 *   claim.shrink(archive.length);
 *   await store(archive);
 * });
 */
export interface ByteBudget {
  /** The bytes that are claimed now. */
  readonly charged: number;
  /** The most bytes that were claimed at the same time. */
  readonly peak: number;
  /**
   * @throws AppError `PAYLOAD_TOO_LARGE` when the work needs more than a tenant may hold, `RATE_LIMITED` when the tenant's queue is
   * full, `ABORTED` when `signal` fires before the work starts.
   */
  run<Result>(work: ChargedWork, start: (claim: ByteClaim) => Promise<Result>): Promise<Result>;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

interface Tenant {
  charged: number;
  running: number;
  /** Grows with each start of any tenant. */
  servedAt: number;
  readonly waiting: Set<Waiting>;
}

/** Creates a budget that holds no timers and needs no closing. */
export function createByteBudget(options: ByteBudgetOptions): ByteBudget {
  const { name, bytes: processBytes, tenantBytes = processBytes, maxQueued } = options;
  const mostOfOne = Math.min(tenantBytes, processBytes);
  const tenants = new Map<string, Tenant>();
  let charged = 0;
  let peak = 0;
  let starts = 0;

  function charge(tenant: Tenant, bytes: number): void {
    tenant.charged += bytes;
    charged += bytes;
    peak = Math.max(peak, charged);
  }

  function startNext(): void {
    for (;;) {
      const next = findNext(tenants, tenantBytes);
      if (next === undefined || charged + next.work.bytes > processBytes) return;
      const { tenant, work } = next;
      tenant.waiting.delete(work);
      tenant.running += 1;
      starts += 1;
      tenant.servedAt = starts;
      charge(tenant, work.bytes);
      work.begin();
    }
  }

  function forgetIdle(key: string, tenant: Tenant): void {
    if (tenant.running === 0 && tenant.waiting.size === 0) tenants.delete(key);
  }

  function createClaim(tenant: Tenant, claimed: number): ByteClaim & { end(): void } {
    let held = claimed;
    return {
      get bytes() {
        return held;
      },
      shrink(bytes) {
        if (!(bytes < held)) return;
        charge(tenant, Math.max(0, bytes) - held);
        held = Math.max(0, bytes);
        startNext();
      },
      end() {
        charge(tenant, -held);
        held = 0;
        tenant.running -= 1;
      },
    };
  }

  function takeBytes(tenant: Tenant, { tenant: key, bytes, signal }: ChargedWork): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        tenant.waiting.delete(work);
        forgetIdle(key, tenant);
        reject(aborted(name, signal));
        startNext();
      };
      const work: Waiting = {
        bytes,
        begin: () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      tenant.waiting.add(work);
      startNext();
    });
  }

  return {
    get charged() {
      return charged;
    },
    get peak() {
      return peak;
    },
    async run(work, start) {
      const { tenant: key, bytes, signal } = work;
      if (signal.aborted) throw aborted(name, signal);
      if (!(bytes <= mostOfOne)) throw tooLarge(name, bytes, mostOfOne);
      const tenant = tenants.get(key) ?? { charged: 0, running: 0, servedAt: 0, waiting: new Set<Waiting>() };
      if (tenant.waiting.size >= maxQueued) throw full(name, maxQueued);
      tenants.set(key, tenant);
      await takeBytes(tenant, work);
      const claim = createClaim(tenant, bytes);
      try {
        return await start(claim);
      } finally {
        claim.end();
        forgetIdle(key, tenant);
        startNext();
      }
    },
  };
}

/**
 * Returns the first work of the tenant that holds the fewest bytes, among the tenants whose own share has room for it.
 */
function findNext(
  tenants: ReadonlyMap<string, Tenant>,
  tenantBytes: number,
): { readonly tenant: Tenant; readonly work: Waiting } | undefined {
  let next: { readonly tenant: Tenant; readonly work: Waiting } | undefined;
  for (const tenant of tenants.values()) {
    const [work] = tenant.waiting;
    if (work === undefined || tenant.charged + work.bytes > tenantBytes) continue;
    const isFirst =
      next === undefined ||
      tenant.charged < next.tenant.charged ||
      (tenant.charged === next.tenant.charged && tenant.servedAt < next.tenant.servedAt);
    if (isFirst) next = { tenant, work };
  }
  return next;
}

function tooLarge(name: string, bytes: number, most: number): AppError {
  return new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `${name}: this needs ${toMegabytes(bytes)} MB of memory at once, and one organization may use ${toMegabytes(most)} MB.`,
    details: { reason: 'memory_budget', bytes, limit: most },
  });
}

function full(name: string, maxQueued: number): AppError {
  return new AppError({
    code: 'RATE_LIMITED',
    message: `${name}: your organization already has ${maxQueued} requests in the queue. Retry when some of them have finished.`,
    details: { reason: 'memory_budget', retryAfterSeconds: 5 },
    recoverable: true,
  });
}

function aborted(name: string, { reason }: AbortSignal): AppError {
  return new AppError({ code: 'ABORTED', message: `${name}: cancelled while waiting in the queue.`, cause: reason });
}

const toMegabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);
