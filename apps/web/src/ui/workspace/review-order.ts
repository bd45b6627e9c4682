import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { pathOf } from '../files/file-change.ts';

/** Returns the file to show by default: the first change, else the values, else the first file. */
export function defaultFile(files: readonly FileSummary[]): FileSummary | undefined {
  return (
    files.find(({ pendingOp }) => pendingOp !== null) ??
    files.find(({ path }) => path === 'values.yaml' || path.endsWith('/values.yaml')) ??
    files[0]
  );
}

/**
 * Returns the changed file after (or before) another in the list, wrapping around; `undefined` when there is no other.
 */
export function neighbourChange(
  files: readonly FileSummary[],
  fromId: string | undefined,
  step: 1 | -1,
): FileSummary | undefined {
  const from = files.findIndex(({ id }) => id === fromId);
  const order = step === 1 ? files : files.toReversed();
  const start = step === 1 ? from + 1 : files.length - from;
  return [...order.slice(start), ...order.slice(0, start)].find(
    ({ id, pendingOp }) => pendingOp !== null && id !== fromId,
  );
}

/** Returns the file of a path in a tool call or link, by its current or pending path. */
export function findByPath(files: readonly FileSummary[], path: string): FileSummary | undefined {
  return files.find((file) => file.path === path || pathOf(file) === path);
}
