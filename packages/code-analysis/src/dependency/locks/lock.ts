import type { DeclaredDependency } from '../manifest.ts';

/** The versions of a lock file. */
export interface Lock {
  /** Returns the version that is locked for a dependency of a project; several, joined, when the lock does not tell which one it uses. */
  versionOf(dependency: DeclaredDependency, project: LockedProject): string | undefined;
}

/** A project that a lock file is for. */
export interface LockedProject {
  /** Relative to the folder of the lock file, and empty for that folder. */
  readonly folder: string;
  readonly name?: string;
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
