import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { pathOf } from './file-change.ts';

/** Returns the versions of the files after acceptance of everything pending, by path. */
export function acceptedVersions(files: readonly FileSummary[]): ReadonlyMap<string, string> {
  const present = files.filter(({ pendingOp }) => pendingOp !== 'delete');
  return new Map(
    present.map((file) => [pathOf(file), file.pendingOp === null ? file.version : (file.acceptedVersion ?? '')]),
  );
}
