import { expect, it } from 'vitest';
import { startWeb } from './start-web.ts';

it('the web app is healthy and ready, and no longer ready once it drains', async () => {
  await using web = await startWeb();
  expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
  const ready = await fetch(`${web.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', checks: { database: 'ok' } }]);
  web.drain();
  expect((await fetch(`${web.url}/readyz`)).status).toBe(503);
});
