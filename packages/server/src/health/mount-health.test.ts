import { silentLogger } from '@shipmate/core';
import { expect, it } from 'vitest';
import { createApp } from '../app/create-app.ts';
import { type HealthOptions, mountHealth } from './mount-health.ts';

async function ask(path: string, options: HealthOptions) {
  const app = createApp({ logger: silentLogger });
  mountHealth(app, options);
  const response = await app.request(path);
  return { status: response.status, body: await response.json() };
}

const failing = async () => {
  throw new Error('password=s3cret');
};

it('/healthz is alive whatever the checks return', async () => {
  expect(await ask('/healthz', { checks: { database: failing } })).toEqual({ status: 200, body: { status: 'ok' } });
});

it('/readyz is ready when every check passes', async () => {
  const checks = { database: async () => undefined };
  expect(await ask('/readyz', { checks })).toEqual({
    status: 200,
    body: { status: 'ready', checks: { database: 'ok' } },
  });
});

it('/readyz names the checks that fail or hang, without details', async () => {
  const checks = { database: failing, queue: () => new Promise<void>(() => undefined), cache: async () => undefined };
  expect(await ask('/readyz', { checks, timeoutMs: 5 })).toEqual({
    status: 503,
    body: { status: 'unavailable', checks: { database: 'failed', queue: 'failed', cache: 'ok' } },
  });
});

it('/readyz is not ready once the process drains', async () => {
  const draining = AbortSignal.abort();
  expect(await ask('/readyz', { draining })).toEqual({ status: 503, body: { status: 'draining', checks: {} } });
});
