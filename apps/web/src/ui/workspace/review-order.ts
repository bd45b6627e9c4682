import type { FileView } from '@shipmate/protocol';
import { pathOf } from './file-change.ts';

/** The file to show when nobody chose one: the first change, else the values, else whatever comes first. */
export function defaultFile(files: readonly FileView[]): FileView | undefined {
  return (
    files.find(({ pendingOp }) => pendingOp !== null) ??
    files.find(({ path }) => path === 'values.yaml' || path.endsWith('/values.yaml')) ??
    files[0]
  );
}

/** The changed file that comes after (or before) another in the list, going round; `undefined` when there is no other. */
export function neighbourChange(
  files: readonly FileView[],
  fromId: string | undefined,
  step: 1 | -1,
): FileView | undefined {
  const from = files.findIndex(({ id }) => id === fromId);
  const order = step === 1 ? files : files.toReversed();
  const start = step === 1 ? from + 1 : files.length - from;
  return [...order.slice(start), ...order.slice(0, start)].find(
    ({ id, pendingOp }) => pendingOp !== null && id !== fromId,
  );
}

/** Finds the file that a tool call or link means by a path, present or future. */
export function findByPath(files: readonly FileView[], path: string): FileView | undefined {
  return files.find((file) => file.path === path || pathOf(file) === path);
}
