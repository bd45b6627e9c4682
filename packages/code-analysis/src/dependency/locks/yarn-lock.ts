import { type LockReader, toLock } from './lock.ts';

/** Reads `yarn.lock` of all versions, line by line: a line with the ranges, then one with the version. */
export const readYarnLock: LockReader = (text) => {
  const versions = new Map<string, string>();
  let ranges: string[] = [];
  for (const line of text.split('\n')) {
    if (/^[^\s#]/u.test(line))
      ranges = line
        .replace(/:\s*$/u, '')
        .split(',')
        .map((each) => each.trim().replaceAll('"', ''));
    const version = /^ {2}version:? "?([^"\s]+)"?\s*$/u.exec(line)?.[1];
    if (version !== undefined) for (const range of ranges) versions.set(range, version);
  }
  // A range of `resolutions` stands in place of the declared one.
  const all = toLock([...versions].map(([range, version]) => [range.replace(/(?<=.)@.*$/su, ''), version]));
  return {
    versionOf: (dependency, project) =>
      versions.get(`${dependency.name}@${dependency.declared}`) ??
      versions.get(`${dependency.name}@npm:${dependency.declared}`) ??
      all.versionOf(dependency, project),
  };
};
