import { posix } from 'node:path';
import type { Project } from '@shipmate/code-analysis/dependencies';

/** The files that complete a project, by their paths in the repository. */
interface LinkedPaths {
  /** Included files, or the parent of a POM. */
  readonly files: readonly string[];
  readonly constraints: readonly string[];
  /** References to files outside of the repository, as written. */
  readonly outside: readonly string[];
}

/** Finds the files that a manifest includes or inherits from. */
export function linkedPaths({ manifest, links }: Pick<Project, 'manifest' | 'links'>): LinkedPaths {
  const resolve = (file: string): string[] => toPath(manifest, file) ?? [];
  if (links?.pom) {
    const { 'parent.artifactId': parent, 'parent.relativePath': relative = '../pom.xml' } = links.pom.values;
    const file = relative.replaceAll('\\', '/');
    const isNamed = parent !== undefined && file !== '';
    return {
      files: isNamed ? resolve(file.endsWith('.xml') ? file : `${file}/pom.xml`) : [],
      constraints: [],
      outside: [],
    };
  }
  const { files = [], constraints = [] } = links ?? {};
  return {
    files: files.flatMap(resolve),
    constraints: constraints.flatMap(resolve),
    outside: [...files, ...constraints].filter((file) => toPath(manifest, file) === undefined),
  };
}

/** Returns the path of a file that another one names, alone in a list; `undefined` for a URL and outside of the repository. */
function toPath(manifest: string, file: string): [string] | undefined {
  const path = posix.join(posix.dirname(manifest), file);
  return /^\/|:/u.test(file) || path === '..' || path.startsWith('../') ? undefined : [path];
}
