import { acceptedFiles } from './pending-rules.ts';
import type { WorkspaceFile } from './workspace-file.ts';

/** An accepted file. Its content may be replaced by any value that is equal for equal content. */
export type AcceptedFile = Pick<WorkspaceFile, 'id' | 'path' | 'content'>;

/** The change of one file between two revisions. */
export interface FileComparison {
  readonly change: 'added' | 'removed' | 'modified' | 'renamed';
  /** Its path, or its last one if it was removed. */
  readonly path: string;
  /** Its path in the earlier revision, if different. */
  readonly previousPath: string | null;
  /** Content in the earlier revision; `null` if it did not exist. */
  readonly before: string | null;
  /** Content in the later revision; `null` if it does not exist. */
  readonly after: string | null;
}

/**
 * Lists the accepted changes between two revisions, by path. A file is matched by its id, or else by its
 * path.
 */
export function compareRevisions(
  from: readonly WorkspaceFile[],
  to: readonly WorkspaceFile[],
): readonly FileComparison[] {
  return compareAccepted(acceptedFiles(from), acceptedFiles(to));
}

/** Lists the changes between two lists of accepted files, by path. */
export function compareAccepted(
  before: readonly AcceptedFile[],
  after: readonly AcceptedFile[],
): readonly FileComparison[] {
  const idsAfter = new Set(after.map(({ id }) => id));
  const byId = new Map(before.map((file) => [file.id, file]));
  const gone = new Map(before.filter(({ id }) => !idsAfter.has(id)).map((file) => [file.path, file]));
  const pairs = after.map((file) => [byId.get(file.id) ?? gone.get(file.path), file] as const);
  const followed = new Set(pairs.map(([predecessor]) => predecessor));
  const removed = before.filter((file) => !followed.has(file));
  return [
    ...pairs.flatMap(([predecessor, file]) => compare(predecessor, file) ?? []),
    ...removed.map(({ path, content }) => {
      return { change: 'removed' as const, path, previousPath: null, before: content, after: null };
    }),
  ].toSorted((left, right) => Number(left.path > right.path) - Number(left.path < right.path));
}

function compare(before: AcceptedFile | undefined, { path, content }: AcceptedFile): FileComparison | undefined {
  if (!before) return { change: 'added', path, previousPath: null, before: null, after: content };
  if (before.path !== path) {
    return { change: 'renamed', path, previousPath: before.path, before: before.content, after: content };
  }
  if (before.content === content) return undefined;
  return { change: 'modified', path, previousPath: null, before: before.content, after: content };
}
