import type { Browser } from 'playwright-core';
import { createDataDirectory } from '../shipmate.ts';
import { spawnProcess, type SpawnedProcess } from '../spawn-process.ts';
import { startArtifactHub } from './artifact-hub.ts';
import { sharedBrowser } from './shared-browser.ts';

/** A fresh `shipmate up`, and the browser of this test worker. */
export interface StartedShipmate extends AsyncDisposable {
  readonly shipmate: SpawnedProcess;
  /** Sign-in link that works once. */
  readonly signInUrl: string;
  readonly browser: Browser;
  /** Search terms that ArtifactHub received. */
  readonly searches: readonly string[];
}

/** Starts both; `variables` extend and override the environment. */
export async function startShipmate(variables: Readonly<Record<string, string>> = {}): Promise<StartedShipmate> {
  await using stack = new AsyncDisposableStack();
  const { path: dataDir } = stack.use(await createDataDirectory());
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
  const browser = await sharedBrowser();
  const owned = stack.move();
  return { shipmate, signInUrl, browser, searches: hub.searches, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
