import { versionOf } from '@shipmate/domain/workspace';
import type { ChecksResponse } from '@shipmate/protocol/web/checks';
import type { FileView } from '@shipmate/protocol/web/workspace';
import { pathOf } from '../../files/file-change.ts';

/** Returns the versions of the files after acceptance of everything pending, by path. */
export function acceptedVersions(files: readonly FileView[]): ReadonlyMap<string, string> {
  const present = files.filter(({ pendingOp }) => pendingOp !== 'delete');
  return new Map(
    present.map((file) => {
      const [path, content] = [pathOf(file), file.contentPending ?? file.content];
      return [path, versionOf({ id: file.id, chartId: file.chartId, path, content, pending: null })];
    }),
  );
}

/** Returns the paths of files that changed since the checks, including deleted and new ones. */
export function changedSinceChecks({ versions }: ChecksResponse, now: ReadonlyMap<string, string>): readonly string[] {
  const paths = new Set([...Object.keys(versions), ...now.keys()]);
  return [...paths].filter((path) => versions[path] !== now.get(path));
}
