import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDataDir } from '@shipmate/db/testing';
import { spawnProcess, type SpawnedProcess } from './spawn-process.ts';

const unreachableUrl = 'http://127.0.0.1:9';

/** Runs the CLI from source on free ports, without ArtifactHub and without a cluster unless `variables` override that. */
export function shipmate(args: readonly string[], variables: Readonly<Record<string, string>> = {}): SpawnedProcess {
  return spawnProcess({
    file: '../src/main.ts',
    args,
    variables: {
      WEB_PORT: '0',
      TOOLS_API_PORT: '0',
      WORKER_PORT: '0',
      ARTIFACT_HUB_URL: unreachableUrl,
      DEMO_CLUSTER: 'off',
      ...variables,
    },
  });
}

/** Runs a command of the CLI and waits for its exit. */
export async function runShipmate(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  await using command = shipmate(args, variables);
  const exitCode = await command.exited;
  return { exitCode, ...command.output() };
}

/** URLs of a running `shipmate up`. */
export interface RunningAddresses {
  readonly signInUrl: string;
  readonly webUrl: string;
  readonly toolsApiUrl: string;
  readonly workerUrl: string;
}

/** Waits until `shipmate up` prints its banner and reads the URLs from it. */
export async function readAddresses(up: SpawnedProcess): Promise<RunningAddresses> {
  const [, signInUrl = ''] = await up.waitFor(/Open +(http\S+)[^]*Press Ctrl-C/);
  const [, toolsApiUrl = ''] = await up.waitFor(/Tools API +(http\S+)/);
  const [, workerUrl = ''] = await up.waitFor(/Worker +(http\S+)/);
  return { signInUrl, webUrl: new URL(signInUrl).origin, toolsApiUrl, workerUrl };
}

/** Creates a data directory with a migrated, empty database, which saves a process its first start. */
export async function createDataDirectory(): Promise<{ readonly path: string } & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await createTemporaryFolder());
  await createTestDataDir(folder.path);
  const owned = stack.move();
  return { path: folder.path, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Creates a temporary folder that is deleted on disposal. */
export async function createTemporaryFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'shipmate-cli-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
