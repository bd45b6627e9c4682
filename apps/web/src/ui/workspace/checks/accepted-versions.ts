import { versionOf } from '@shipmate/domain';
import type { ChecksResponse, FileView } from '@shipmate/protocol';
import { pathOf } from '../file-change.ts';

/** The versions that files have once everything pending is accepted, by path. */
export function acceptedVersions(files: readonly FileView[]): ReadonlyMap<string, string> {
  const present = files.filter(({ pendingOp }) => pendingOp !== 'delete');
  return new Map(
    present.map((file) => {
      const [path, content] = [pathOf(file), file.contentPending ?? file.content];
      return [path, versionOf({ id: file.id, chartId: file.chartId, path, content, pending: null })];
    }),
  );
}

/** The files that are not as they were when they were checked, gone and new ones too. */
export function changedSinceChecks({ versions }: ChecksResponse, now: ReadonlyMap<string, string>): readonly string[] {
  const paths = new Set([...Object.keys(versions), ...now.keys()]);
  return [...paths].filter((path) => versions[path] !== now.get(path));
}
