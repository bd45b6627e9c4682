import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger } from '@shipmate/core';
import { createShutdown } from '@shipmate/runtime';
import { startTestServer } from '@shipmate/tools/testing';
import { watchHandles } from '@shipmate/config/watch-handles';
import { expect, it } from 'vitest';
import { readInstallationEnvironment } from '../src/installation-environment.ts';
import { startInstallation } from '../src/start-installation.ts';
import { signIn } from './browser.ts';
import { createDataDirectory } from './shipmate.ts';

const toKubeconfig = (server: string): string =>
  JSON.stringify({
    'current-context': 'test',
    clusters: [{ name: 'test', cluster: { server } }],
    users: [{ name: 'user', user: {} }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'user' } }],
  });

it('shipmate up leaves no connection, server, thread or program behind when it has shut down', async () => {
  await using cluster = await startTestServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
  });
  await using data = await createDataDirectory();
  const KUBECONFIG = join(data.path, 'kubeconfig');
  await writeFile(KUBECONFIG, toKubeconfig(cluster.url));
  const environment = readInstallationEnvironment({
    KUBECONFIG,
    SHIPMATE_DATA_DIR: data.path,
    WEB_PORT: '0',
    TOOLS_API_PORT: '0',
    WORKER_PORT: '0',
  });
  const listNewHandles = watchHandles();
  const failures: string[] = [];
  const logger = { ...silentLogger, error: (message: string) => void failures.push(message) };
  const shutdown = createShutdown({ logger });
  const { signInUrl } = await startInstallation(environment, {
    logger,
    shutdown,
    terminal: { print: () => undefined },
  });
  const browser = await signIn(signInUrl);
  await browser.get('/api/clusters/report').catch(() => undefined);
  expect(cluster.count()).toBeGreaterThan(0);
  expect(listNewHandles()).not.toEqual([]);

  await shutdown.run('test');
  expect(failures).toEqual([]);
  await expect.poll(() => cluster.count(), { timeout: 10_000 }).toBe(0);
  await expect.poll(listNewHandles, { timeout: 30_000 }).toEqual([]);
});
