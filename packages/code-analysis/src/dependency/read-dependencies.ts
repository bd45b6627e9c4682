import { lockNames, manifestNames } from './dependency-files.ts';
import type { Lock, LockReader } from './locks/lock.ts';
import { readNpmLock } from './locks/npm-lock.ts';
import { readPnpmLock } from './locks/pnpm-lock.ts';
import { readCargoLock, readGradleLock, readPythonLock } from './locks/table-locks.ts';
import { readYarnLock } from './locks/yarn-lock.ts';
import type { DeclaredDependency, Ecosystem, Manifest, ManifestReader } from './manifest.ts';
import { readCargo } from './readers/cargo.ts';
import { readGo } from './readers/go.ts';
import { readGradle } from './readers/gradle.ts';
import { readMaven } from './readers/maven.ts';
import { readNpm } from './readers/npm.ts';
import { readPyproject, readRequirements } from './readers/python.ts';

/** A file with its text. */
interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** A dependency with the version that a lock file has for it. */
export interface Dependency extends DeclaredDependency {
  /** Absent without a lock file, or when it does not name the dependency. */
  readonly locked?: string;
}

/** A project of a repository: a manifest with its dependencies. */
export interface Project extends Omit<Manifest, 'dependencies'> {
  readonly manifest: string;
  /** The lock file in the manifest's folder, or in the nearest folder above it. */
  readonly lockfile?: string;
  readonly dependencies: readonly Dependency[];
}

/** The projects of a repository. */
export interface ProjectDependencies {
  readonly projects: readonly Project[];
  /** Files that could not be read, one sentence each. */
  readonly problems: readonly string[];
}

const readers: readonly (readonly [name: RegExp, read: ManifestReader])[] = [
  [manifestNames.npm, readNpm],
  [manifestNames.pyproject, readPyproject],
  [manifestNames.requirements, readRequirements],
  [manifestNames.maven, readMaven],
  [manifestNames.gradle, readGradle],
  [manifestNames.go, readGo],
  [manifestNames.cargo, readCargo],
];

const lockReaders: Readonly<Record<(typeof lockNames)[number], readonly [ecosystem: Ecosystem, read: LockReader]>> = {
  'package-lock.json': ['npm', readNpmLock],
  'npm-shrinkwrap.json': ['npm', readNpmLock],
  'pnpm-lock.yaml': ['npm', readPnpmLock],
  'yarn.lock': ['npm', readYarnLock],
  'poetry.lock': ['python', readPythonLock],
  'uv.lock': ['python', readPythonLock],
  'gradle.lockfile': ['gradle', readGradleLock],
  'Cargo.lock': ['cargo', readCargoLock],
};

/** Reads the dependencies of a repository from its manifests and lock files. A file that is not valid is a problem in the result. */
export function readDependencies(files: readonly TextFile[]): ProjectDependencies {
  const problems: string[] = [];
  const locks: { readonly path: string; readonly ecosystem: Ecosystem; readonly lock: Lock }[] = [];
  for (const { path, text } of files) {
    const lockName = lockNames.find((name) => name === nameOf(path));
    const [ecosystem, read] = lockName ? lockReaders[lockName] : [];
    const lock = read && attempt(path, () => read(text), problems);
    if (lock && ecosystem) locks.push({ path, ecosystem, lock });
  }
  // The nearest lock file is the one with the longest folder.
  locks.sort((one, other) => folderOf(other.path).length - folderOf(one.path).length);
  const projects = files.flatMap(({ path, text }): Project[] => {
    const read = readers.find(([pattern]) => pattern.test(nameOf(path)))?.[1];
    const manifest = read && attempt(path, () => read(text, path), problems);
    if (!manifest) return [];
    const found = locks.find(
      ({ ecosystem, path: lock }) => ecosystem === manifest.ecosystem && isWithin(path, folderOf(lock)),
    );
    const folder = found ? folderOf(path).slice(folderOf(found.path).length).replace(/^\//u, '') : '';
    return [
      {
        ...manifest,
        manifest: path,
        ...(found && { lockfile: found.path }),
        dependencies: manifest.dependencies.map((each) =>
          withLocked(each, manifest.ecosystem, found?.lock.versionOf(each, folder)),
        ),
      },
    ];
  });
  return { projects, problems };
}

function withLocked(dependency: DeclaredDependency, ecosystem: Ecosystem, locked: string | undefined): Dependency {
  const version = ecosystem === 'go' ? dependency.declared : locked;
  return version === undefined ? dependency : { ...dependency, locked: version };
}

function attempt<Result>(path: string, read: () => Result, problems: string[]): Result | undefined {
  try {
    return read();
  } catch (thrown) {
    problems.push(
      `"${path}" cannot be read: ${(thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 200)}`,
    );
    return undefined;
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function isWithin(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}
