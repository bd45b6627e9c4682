import { waitFor } from '@shipmate/core';
import type { Hono } from 'hono';
import type { AppEnvironment } from '../app-environment.ts';

/** Checks that a required resource is available; throws when it is not. */
export type HealthCheck = (signal: AbortSignal) => Promise<unknown>;

/** Options for {@link mountHealth}. */
export interface HealthOptions {
  readonly checks?: Readonly<Record<string, HealthCheck>>;
  /** Aborted when the process drains and accepts no new work. */
  readonly draining?: AbortSignal;
  /** Time limit of each check, in milliseconds. Default 1000. */
  readonly timeoutMs?: number;
}

/** Mounts `/healthz` (the process runs) and `/readyz` (it can serve; 503 with the names of the failed checks). */
export function mountHealth(app: Hono<AppEnvironment>, options: HealthOptions = {}): void {
  const { checks = {}, draining, timeoutMs = 1000 } = options;

  app.get('/healthz', (context) => context.json({ status: 'ok' }));

  app.get('/readyz', async (context) => {
    const outcomes = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await waitFor(check, { signal: context.req.raw.signal, timeoutMs });
          return [name, 'ok'] as const;
        } catch (error) {
          context.get('logger').warn('health check failed', { check: name, error });
          return [name, 'failed'] as const;
        }
      }),
    );
    const isDraining = draining?.aborted ?? false;
    const ready = !isDraining && outcomes.every(([, outcome]) => outcome === 'ok');
    const status = isDraining ? 'draining' : ready ? 'ready' : 'unavailable';
    return context.json({ status, checks: Object.fromEntries(outcomes) }, ready ? 200 : 503);
  });
}
