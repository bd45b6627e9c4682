import { parse } from 'smol-toml';
import { fieldsOf, textOf } from '../manifest.ts';
import { type LockReader, toLock } from './lock.ts';

/** Reads the lists of packages in `Cargo.lock`. */
export const readCargoLock: LockReader = (text) => toLock(packagesOf(text));

/** Reads `poetry.lock` and `uv.lock`. Names are compared as Python does: in any case, `-`, `_` and `.` alike. */
export const readPythonLock: LockReader = (text) => toLock(packagesOf(text), toPythonName);

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

function toPythonName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/gu, '-');
}

/** Reads `gradle.lockfile`. */
export const readGradleLock: LockReader = (text) =>
  toLock(
    text.split('\n').flatMap((line): [string, string][] => {
      const [, name, version] = /^([^\s#:]+:[^\s:]+):([^\s=]+)=/u.exec(line) ?? [];
      return name === undefined || version === undefined ? [] : [[name, version]];
    }),
  );

function packagesOf(text: string): [name: string, version: string][] {
  const list = fieldsOf(parse(text))['package'];
  return (Array.isArray(list) ? list : []).flatMap((each): [string, string][] => {
    const { name, version } = fieldsOf(each) as { readonly name?: unknown; readonly version?: unknown };
    const [known, locked] = [textOf(name), textOf(version)];
    return known === undefined || locked === undefined ? [] : [[known, locked]];
  });
}
