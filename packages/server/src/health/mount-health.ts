import { waitFor } from '@shipmate/core';
import type { Hono } from 'hono';
import type { AppEnvironment } from '../edge/app-environment.ts';

/** Whether something that requests need is there; it throws when it is not. */
export type HealthCheck = (signal: AbortSignal) => Promise<unknown>;

/** What {@link mountHealth} needs. */
export interface HealthOptions {
  readonly checks?: Readonly<Record<string, HealthCheck>>;
  /** Once it fires, the process is leaving and takes no new work. */
  readonly draining?: AbortSignal;
  /** For each check. Default 1000. */
  readonly timeoutMs?: number;
}

/** Mounts `/healthz` (the process runs) and `/readyz` (it can serve; 503 with the names of what is missing). */
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
