import { tmpdir } from 'node:os';
import { createHelmCli, systemPath } from './helm-cli.ts';
import { defaultCacheRoot } from './default-cache-root.ts';
import type { HelmEnvironment } from './helm-environment.ts';
import { findHelmIsolator } from './sandbox.ts';
import type { Isolation } from '../process/isolation/isolator.ts';
import { locateHelm } from './locate-helm.ts';

/** The helm program of this machine. */
export interface HelmInspection {
  /** Such as `4.1.4`. */
  readonly version: string;
  /** The program that isolates helm from the host, determined by running helm in it. */
  readonly isolation: Isolation;
}

/** Options for {@link inspectHelm}. */
export interface InspectHelmOptions {
  readonly environment?: HelmEnvironment;
  /** The folder of sandboxes. Default: the system's temp folder. */
  readonly tempRoot?: string;
  /** The folder of unpacked programs. Default: `shipmate` in the cache folder of this user. */
  readonly cacheRoot?: string;
}

/** Runs helm once, to report its version and isolation. @throws AppError `UNAVAILABLE` when there is no helm, `ABORTED` */
export async function inspectHelm(
  { environment = {}, tempRoot = tmpdir(), cacheRoot = defaultCacheRoot() }: InspectHelmOptions,
  signal: AbortSignal,
): Promise<HelmInspection> {
  const version = await createHelmCli({ environment, tempRoot, cacheRoot }).version(signal);
  const helm = await locateHelm(environment, cacheRoot);
  const { isolation } = await findHelmIsolator({ helm, searchPath: environment.PATH ?? systemPath, tempRoot });
  return { version, isolation };
}
