import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { spawnProcess, type SpawnedProcess } from '../spawn-process.ts';
import { startArtifactHub } from './artifact-hub.ts';
import { launchBrowser } from './launch-browser.ts';

/** `shipmate up` on an empty folder, and a page of a browser that has not signed in yet. */
export interface OpenShipmate extends AsyncDisposable {
  readonly shipmate: SpawnedProcess;
  readonly signInUrl: string;
  readonly page: Page;
  /** What ArtifactHub was asked for. */
  readonly searches: readonly string[];
  /** Errors of the page and of its console. */
  readonly problems: readonly string[];
}

/** Starts everything that a person needs; with variables beside those that keep it apart. */
export async function openShipmate(variables: Readonly<Record<string, string>> = {}): Promise<OpenShipmate> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'shipmate-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const hub = stack.use(await startArtifactHub());
  const shipmate = stack.use(
    spawnProcess({
      file: '../src/main.ts',
      args: ['up', '--data-dir', dataDir, '--port', '0'],
      variables: {
        TOOLS_API_PORT: '0',
        WORKER_PORT: '0',
        ARTIFACT_HUB_URL: hub.url,
        DEMO_CLUSTER: 'off',
        ...variables,
      },
    }),
  );
  const [, signInUrl = ''] = await shipmate.waitFor(/Open\s+(http\S+)/);
  const browser = stack.use(await launchBrowser());
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 } });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const owned = stack.move();
  return {
    shipmate,
    signInUrl,
    page,
    searches: hub.searches,
    problems,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
