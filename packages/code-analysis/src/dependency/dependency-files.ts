import { folderOf, nameOf } from '../module/module-path.ts';

/** Patterns of the names of manifests. */
export const manifestNames = {
  npm: /^package\.json$/u,
  pnpm: /^pnpm-workspace\.yaml$/u,
  pyproject: /^pyproject\.toml$/u,
  requirements: /^requirements[\w.-]*\.txt$/u,
  pipfile: /^Pipfile$/u,
  maven: /^pom\.xml$/u,
  gradle: /^build\.gradle(?:\.kts)?$/u,
  gradleSettings: /^settings\.gradle(?:\.kts)?$/u,
  catalog: /\.versions\.toml$/u,
  go: /^go\.mod$/u,
  goWork: /^go\.work$/u,
  cargo: /^Cargo\.toml$/u,
} as const satisfies Readonly<Record<string, RegExp>>;

/** Names of lock files. */
export const lockNames = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'poetry.lock',
  'uv.lock',
  'Pipfile.lock',
  'gradle.lockfile',
  'Cargo.lock',
] as const;

/** Returns true for a manifest or lock file that `readDependencies` reads. */
export function isDependencyFile(path: string): boolean {
  const name = nameOf(path);
  return lockNames.some((each) => each === name) || Object.values(manifestNames).some((pattern) => pattern.test(name));
}

/** Orders files as `readDependencies` needs them: manifests, then version catalogs, then lock files, the nearest to a manifest first. */
export function compareDependencyFiles(one: string, other: string): number {
  const [rank, otherRank] = [rankOf(one), rankOf(other)];
  return rank === otherRank && rank > 0 ? folderOf(other).length - folderOf(one).length : rank - otherRank;
}

function rankOf(path: string): number {
  const name = nameOf(path);
  return manifestNames.catalog.test(name) ? 1 : lockNames.some((each) => each === name) ? 2 : 0;
}
