import { waitFor } from '@shipmate/core';
import type { Hono } from 'hono';
import { z } from 'zod';
import type { AppEnvironment } from '../app-environment.ts';
import { describeRoute } from '../openapi/describe-route.ts';

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

const healthSchema = z.object({ status: z.literal('ok') });
const readinessSchema = z.object({
  status: z.enum(['ready', 'draining', 'unavailable']),
  checks: z.record(z.string(), z.enum(['ok', 'failed'])),
});

/** Mounts `/healthz` (the process runs) and `/readyz` (it can serve; 503 with the names of the failed checks). */
export function mountHealth(app: Hono<AppEnvironment>, options: HealthOptions = {}): void {
  const { checks = {}, draining, timeoutMs = 1000 } = options;

  describeRoute(app, 'GET /healthz', { summary: 'Check that the process runs', tag: 'health', response: healthSchema });
  app.get('/healthz', (context) => context.json({ status: 'ok' }));

  describeRoute(app, 'GET /readyz', {
    summary: 'Check that the process serves requests',
    description: '503 with the same body while the process drains or a check fails.',
    tag: 'health',
    response: readinessSchema,
  });
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
