import { parse } from 'smol-toml';
import { fieldsOf, type Loose, textOf } from '../loose.ts';
import { toPythonName } from '../manifest.ts';
import { type Lock, type LockReader, toLock } from './lock.ts';

/** Reads the lists of packages in `Cargo.lock`. */
export const readCargoLock: LockReader = (text) => toPackageLock(text);

/** Reads `poetry.lock` and `uv.lock`. Names are compared as Python does: in any case, `-`, `_` and `.` alike. */
export const readPythonLock: LockReader = (text) => toPackageLock(text, toPythonName);

/** Reads the categories of `Pipfile.lock`; a package of a repository has its commit. */
export const readPipfileLock: LockReader = (text) => {
  const categories = Object.values(fieldsOf(JSON.parse(text)));
  const packages = categories.flatMap((each) => Object.entries(fieldsOf(each)));
  return toLock(
    packages.flatMap(([name, value]): [string, string][] => {
      const version = textOf(fieldsOf(value)['version'])?.replace(/^==/u, '') ?? textOf(fieldsOf(value)['ref']);
      return version === undefined ? [] : [[name, version]];
    }),
    toPythonName,
  );
};

/** Reads `gradle.lockfile`. */
export const readGradleLock: LockReader = (text) =>
  toLock(
    text.split('\n').flatMap((line): [string, string][] => {
      const [, name, version] = /^([^\s#:]+:[^\s:]+):([^\s=]+)=/u.exec(line) ?? [];
      return name === undefined || version === undefined ? [] : [[name, version]];
    }),
  );

/** Creates a lock from a list of packages. Those of the repository name the version of a dependency of which the list has several. */
function toPackageLock(text: string, keyOf = (name: string) => name): Lock {
  const list = fieldsOf(parse(text))['package'];
  const packages = (Array.isArray(list) ? list : []).map(fieldsOf);
  const all = toLock(packages.flatMap(versionOf), keyOf);
  const own = new Map(
    packages
      .filter(({ source }) => textOf(source) === undefined && !Object.hasOwn(fieldsOf(source), 'registry'))
      .map((each) => [keyOf(textOf(each['name']) ?? ''), toLock(dependenciesOf(each).flatMap(versionOf), keyOf)]),
  );
  return {
    versionOf: (dependency, project) =>
      own.get(keyOf(project.name ?? ''))?.versionOf(dependency, project) ?? all.versionOf(dependency, project),
  };
}

/** Returns what a package needs: in `Cargo.lock` its name with its version, in `uv.lock` a table. */
function dependenciesOf(fields: Loose): readonly unknown[] {
  const groups = [fields['optional-dependencies'], fields['dev-dependencies']].map(fieldsOf).flatMap(Object.values);
  return [fields['dependencies'], ...groups].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
}

function versionOf(entry: unknown): [name: string, version: string][] {
  const fields = fieldsOf(entry);
  const [name, version] = textOf(entry)?.split(' ') ?? [textOf(fields['name']), textOf(fields['version'])];
  return name === undefined || version === undefined ? [] : [[name, version]];
}
