import type { CheckReport } from '../../api/checks.ts';

/** Returns the paths of files that changed since the checks, including deleted and new ones. */
export function changedSinceChecks({ versions }: CheckReport, now: ReadonlyMap<string, string>): readonly string[] {
  const paths = new Set([...Object.keys(versions), ...now.keys()]);
  return [...paths].filter((path) => versions[path] !== now.get(path));
}
