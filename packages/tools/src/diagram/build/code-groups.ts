import type { CodeMapFile } from '@shipmate/domain/code-map';
import { baseNameOf, folderOf, foldersAbove } from './path-parts.ts';

const manifests: ReadonlySet<string> = new Set([
  'package.json',
  'go.mod',
  'pyproject.toml',
  'setup.py',
  'Cargo.toml',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'Chart.yaml',
]);

/** Returns the group of a path: its package, or else its folder at the top; undefined at the top. */
export type GroupOf = (path: string) => string | undefined;

/** Finds the folders of a repository's packages by their manifests; the top of the repository is none. */
export function findPackages(files: readonly CodeMapFile[]): ReadonlySet<string> {
  const packages = new Set(
    files.filter(({ path }) => manifests.has(baseNameOf(path))).map(({ path }) => folderOf(path)),
  );
  packages.delete('');
  return packages;
}

/** Finds the groups of a repository's files. */
export function findGroups(files: readonly CodeMapFile[]): GroupOf {
  const packages = findPackages(files);
  return (path) => {
    const above = foldersAbove(path);
    return above.findLast((folder) => packages.has(folder)) ?? above[1];
  };
}
