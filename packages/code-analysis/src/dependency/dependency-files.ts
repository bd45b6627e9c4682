/** Patterns of the names of manifests. */
export const manifestNames = {
  npm: /^package\.json$/u,
  pyproject: /^pyproject\.toml$/u,
  requirements: /^requirements[\w.-]*\.txt$/u,
  maven: /^pom\.xml$/u,
  gradle: /^build\.gradle(?:\.kts)?$/u,
  go: /^go\.mod$/u,
  cargo: /^Cargo\.toml$/u,
} as const satisfies Readonly<Record<string, RegExp>>;

/** Names of lock files. */
export const lockNames = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'poetry.lock',
  'uv.lock',
  'gradle.lockfile',
  'Cargo.lock',
] as const;

/** Returns true for a manifest or lock file that `readDependencies` reads. */
export function isDependencyFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return lockNames.some((each) => each === name) || Object.values(manifestNames).some((pattern) => pattern.test(name));
}
