import type { DeclaredDependency } from '../manifest.ts';

/** The versions of a lock file. */
export interface Lock {
  /**
   * Returns the version that is locked for a dependency of the project in a folder, which is relative to the lock file's and empty for
   * its own; several versions, joined, when the lock does not tell which one the project uses.
   */
  versionOf(dependency: DeclaredDependency, folder: string): string | undefined;
}

/** Reads the text of a lock file. It throws any error for a text that is not in its format. */
export type LockReader = (text: string) => Lock;

/** Creates a lock from names with their versions. */
export function toLock(
  entries: Iterable<readonly [name: string, version: string]>,
  keyOf: (name: string) => string = (name) => name,
): Lock {
  const versions = new Map<string, Set<string>>();
  for (const [name, version] of entries) {
    const known = versions.get(keyOf(name)) ?? new Set<string>();
    versions.set(keyOf(name), known.add(version));
  }
  return {
    versionOf({ name }) {
      const known = versions.get(keyOf(name));
      return known && [...known].slice(0, 5).join(', ');
    },
  };
}
