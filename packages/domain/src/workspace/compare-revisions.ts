import { acceptedFiles } from './pending-rules.ts';
import type { WorkspaceFile } from './workspace-file.ts';

/** A file as it was accepted. In the place of its content anything will do that is the same for the same content. */
export type AcceptedFile = Pick<WorkspaceFile, 'id' | 'path' | 'content'>;

/** What became of one file from one revision to another. */
export interface FileComparison {
  readonly change: 'added' | 'removed' | 'modified' | 'renamed';
  /** Where it is, or was when it is removed. */
  readonly path: string;
  /** Where it was, when that is elsewhere. */
  readonly previousPath: string | null;
  /** `null` when it was not there. */
  readonly before: string | null;
  /** `null` when it is not there. */
  readonly after: string | null;
}

/** What was accepted from one revision to another, by path. A file is followed by its id, or else by its path. */
export function compareRevisions(
  from: readonly WorkspaceFile[],
  to: readonly WorkspaceFile[],
): readonly FileComparison[] {
  return compareAccepted(acceptedFiles(from), acceptedFiles(to));
}

/** What became of accepted files, by path. */
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
