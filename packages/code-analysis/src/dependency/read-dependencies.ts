import { folderOf, nameOf } from '../module/module-path.ts';
import { compareDependencyFiles, isDependencyFile, lockNames, manifestNames } from './dependency-files.ts';
import { readBunLock } from './locks/bun-lock.ts';
import type { LockReader } from './locks/lock.ts';
import { readNpmLock } from './locks/npm-lock.ts';
import { readPnpmLock } from './locks/pnpm-lock.ts';
import { readCargoLock, readGradleLock, readPipfileLock, readPythonLock } from './locks/table-locks.ts';
import { readYarnLock } from './locks/yarn-lock.ts';
import type { DeclaredDependency, Ecosystem, Manifest, ManifestReader } from './manifest.ts';
import { readCatalog, readCatalogEntries } from './readers/catalog.ts';
import { readCargo } from './readers/cargo.ts';
import { readGo, readGoWork } from './readers/go.ts';
import { readGradle, readGradleSettings } from './readers/gradle.ts';
import { readMaven } from './readers/maven.ts';
import { readNpm, readPnpmWorkspace } from './readers/npm.ts';
import { readPipfile, readPyproject } from './readers/python.ts';
import { readRequirements } from './readers/requirements.ts';

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
export interface Project extends Omit<Manifest, 'dependencies' | 'leftOut'> {
  readonly manifest: string;
  /** The lock file in the manifest's folder, or in the nearest folder above it. */
  readonly lockfile?: string;
  readonly dependencies: readonly Dependency[];
}

/** The projects of a repository. */
export interface ProjectDependencies {
  readonly projects: readonly Project[];
  /** Files that could not be read, or not whole, one sentence each. */
  readonly problems: readonly string[];
}

const readers: readonly (readonly [name: RegExp, read: ManifestReader])[] = [
  [manifestNames.npm, readNpm],
  [manifestNames.pnpm, readPnpmWorkspace],
  [manifestNames.pyproject, readPyproject],
  [manifestNames.requirements, readRequirements],
  [manifestNames.pipfile, readPipfile],
  [manifestNames.maven, readMaven],
  [manifestNames.gradle, readGradle],
  [manifestNames.gradleSettings, readGradleSettings],
  [manifestNames.catalog, readCatalog],
  [manifestNames.go, readGo],
  [manifestNames.goWork, readGoWork],
  [manifestNames.cargo, readCargo],
];

const lockReaders: Readonly<Record<(typeof lockNames)[number], readonly [ecosystem: Ecosystem, read: LockReader]>> = {
  'package-lock.json': ['npm', readNpmLock],
  'npm-shrinkwrap.json': ['npm', readNpmLock],
  'pnpm-lock.yaml': ['npm', readPnpmLock],
  'yarn.lock': ['npm', readYarnLock],
  'bun.lock': ['npm', readBunLock],
  'poetry.lock': ['python', readPythonLock],
  'uv.lock': ['python', readPythonLock],
  'Pipfile.lock': ['python', readPipfileLock],
  'gradle.lockfile': ['gradle', readGradleLock],
  'Cargo.lock': ['cargo', readCargoLock],
};

/**
 * Reads the dependencies of a repository from its manifests and lock files. A file that is not valid is a problem in the result.
 *
 * Files may be given in several calls, in the order of `compareDependencyFiles`; `known` are the projects of the calls before. A
 * file of another name is a part of a manifest: the parent of a POM, or included requirements.
 */
export function readDependencies(files: readonly TextFile[], known: readonly Project[] = []): ProjectDependencies {
  const problems: string[] = [];
  const projects: Project[] = [...known, ...files.flatMap((file) => readProject(file, problems))];
  const versions = files
    .filter(({ path }) => manifestNames.catalog.test(path) || lockNames.some((name) => name === nameOf(path)))
    .toSorted((one, other) => compareDependencyFiles(one.path, other.path));
  const within = placesWithin(projects, new Set(versions.map(({ path }) => scopeOf(path))));
  for (const file of versions) {
    const addTo = readVersions(file, problems);
    for (const place of (addTo && within.get(scopeOf(file.path))) ?? []) {
      const project = projects[place];
      if (addTo && project) projects[place] = addTo(project);
    }
  }
  return { projects, problems };
}

/** Returns the folder whose projects a version catalog or a lock file is for. */
function scopeOf(path: string): string {
  const folder = folderOf(path);
  return manifestNames.catalog.test(path) ? folder.replace(/(?:^|\/)gradle$/u, '') : folder;
}

/** Returns the places of the projects in each of the folders, and in the folders below it. */
function placesWithin(
  projects: readonly Project[],
  folders: ReadonlySet<string>,
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>([...folders].map((folder) => [folder, []]));
  if (folders.size === 0) return places;
  for (const [place, { manifest }] of projects.entries()) {
    for (let folder = manifest; folder !== ''; ) places.get((folder = folderOf(folder)))?.push(place);
  }
  return places;
}

function readProject({ path, text }: TextFile, problems: string[]): readonly Project[] {
  const named = readers.find(([pattern]) => pattern.test(nameOf(path)))?.[1];
  const read = named ?? (isDependencyFile(path) ? undefined : path.endsWith('.xml') ? readMaven : readRequirements);
  const manifest = read && attempt(path, () => read(text, path), problems);
  if (!manifest) return [];
  const { leftOut = 0, ...project } = manifest;
  if (leftOut > 0) {
    problems.push(`"${path}": ${leftOut} dependencies are left out, because their names cannot be read.`);
  }
  const dependencies = manifest.dependencies.map((each) =>
    withLocked(each, manifest.ecosystem === 'go' ? (each.locked ?? each.declared) : undefined),
  );
  return [{ ...project, manifest: path, dependencies }];
}

/** Reads what a version catalog or a lock file adds to a project in its folder that has no nearer one. */
function readVersions({ path, text }: TextFile, problems: string[]): ((project: Project) => Project) | undefined {
  if (manifestNames.catalog.test(path)) {
    // The file is a manifest too, so a problem is known already.
    const entries = attempt(path, () => readCatalogEntries(text, path), []);
    return (project) =>
      project.ecosystem === 'gradle'
        ? { ...project, dependencies: project.dependencies.flatMap((each) => resolve(each, entries?.get(each.name))) }
        : project;
  }
  const lockName = lockNames.find((name) => name === nameOf(path));
  const [ecosystem, read] = lockName ? lockReaders[lockName] : [];
  const lock = read && attempt(path, () => read(text), problems);
  const folder = folderOf(path);
  const isFor = ({ manifest, lockfile, ...project }: Project): boolean =>
    lockfile === undefined &&
    project.ecosystem === ecosystem &&
    (ecosystem !== 'python' || (lockName === 'Pipfile.lock') === manifestNames.pipfile.test(nameOf(manifest)));
  return (
    lock &&
    ((project) => {
      if (!isFor(project)) return project;
      const from = folderOf(project.manifest).slice(folder.length).replace(/^\//u, '');
      const locked = { ...project, folder: from };
      const dependencies = project.dependencies.map((each) => withLocked(each, lock.versionOf(each, locked)));
      return { ...project, lockfile: path, dependencies };
    })
  );
}

/** Returns the entries of a catalog that a build file names, in its kind. */
function resolve(
  { kind, ...dependency }: Dependency,
  entries: readonly DeclaredDependency[] = [],
): readonly Dependency[] {
  return entries.length === 0 ? [{ ...dependency, kind }] : entries.map((entry) => ({ ...entry, kind }));
}

function withLocked(dependency: Dependency, locked: string | undefined): Dependency {
  return locked === undefined ? dependency : { ...dependency, locked };
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
