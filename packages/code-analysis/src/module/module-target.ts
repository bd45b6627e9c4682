import type { WrittenImport } from '@shipmate/domain/code-map';
import { folderOf, joinPath } from './module-path.ts';

/** The end of a reference to a module: a file of the repository, or a package outside of it. */
export interface ModuleTarget {
  /** The module without a name that only the analysis added to it. */
  readonly module: string;
  /** Null for a package and for a reference that leads nowhere. */
  readonly path: string | null;
  readonly external: string | null;
  /** True for a file that stands for its package, unless another reference of the line leads to a file of the package. */
  readonly isRepresentative?: boolean;
}

/** Finds the files that a reference in a file leads to; none for a reference that stands for nothing. */
export type ModuleResolver = (file: string, written: WrittenImport) => readonly ModuleTarget[];

/** The files of a commit by which references are resolved. */
export interface ModuleSources {
  /** All files. */
  readonly paths: ReadonlySet<string>;
  /** The texts of manifests by path. */
  readonly manifests: ReadonlyMap<string, string>;
  /** The names that files of Go declare at their top. */
  readonly goNames: ReadonlyMap<string, readonly string[]>;
}

/** Returns the target of a reference to a file. */
export function toFile(module: string, path: string): ModuleTarget {
  return { module, path, external: null };
}

/** Returns the target of a reference to a package; `null` for one that leads nowhere. */
export function toPackage(module: string, external: string | null): ModuleTarget {
  return { module, path: null, external };
}

/** Returns the target of a path that is beside the file, or at the top. */
export function toIncluded(file: string, module: string, paths: ReadonlySet<string>): ModuleTarget {
  const places = [folderOf(file), ''].flatMap((folder) => joinPath(folder, module) ?? []);
  const path = places.find((each) => paths.has(each));
  return path === undefined ? toPackage(module, null) : toFile(module, path);
}
