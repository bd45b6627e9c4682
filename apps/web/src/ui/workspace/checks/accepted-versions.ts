import type { ChecksResponse } from '@shipmate/protocol/web/checks';
import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { pathOf } from '../../files/file-change.ts';

/** Returns the versions of the files after acceptance of everything pending, by path. */
export function acceptedVersions(files: readonly FileSummary[]): ReadonlyMap<string, string> {
  const present = files.filter(({ pendingOp }) => pendingOp !== 'delete');
  return new Map(
    present.map((file) => [pathOf(file), file.pendingOp === null ? file.version : (file.acceptedVersion ?? '')]),
  );
}

/** Returns the paths of files that changed since the checks, including deleted and new ones. */
export function changedSinceChecks({ versions }: ChecksResponse, now: ReadonlyMap<string, string>): readonly string[] {
  const paths = new Set([...Object.keys(versions), ...now.keys()]);
  return [...paths].filter((path) => versions[path] !== now.get(path));
}
