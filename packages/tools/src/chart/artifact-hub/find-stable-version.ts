import prerelease from 'semver/functions/prerelease.js';
import rcompare from 'semver/functions/rcompare.js';
import valid from 'semver/functions/valid.js';
import type { PackageDetail } from './package-schema.ts';

/** Returns true if a version is a release: semantic, and not a pre-release. */
export function isStableVersion(version: string): boolean {
  return valid(version) !== null && prerelease(version) === null;
}

/** Returns the highest release among a package's versions. */
export function findStableVersion({ available_versions: versions }: PackageDetail): string | undefined {
  return versions
    .filter((each) => !each.prerelease && isStableVersion(each.version))
    .map(({ version }) => version)
    .sort(rcompare)[0];
}
