import { AppError } from '@shipmate/core';
import parse from 'semver/functions/parse.js';
import type { KubernetesVersionPort } from './kubernetes-version-port.ts';

/**
 * Creates a port that always returns one version.
 *
 * @param version a full version such as `1.32.1`.
 * @throws AppError `VALIDATION_ERROR` when it is not a version.
 */
export function createFixedKubernetesVersions(version = '1.32.1'): KubernetesVersionPort {
  const parsed = parse(version);
  if (!parsed) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `"${version}" is not a full Kubernetes version such as 1.32.1.`,
    });
  }
  const { major, minor } = parsed;
  return { getLatest: async () => ({ major: `${major}`, minor: `${major}.${minor}`, patch: parsed.version }) };
}
