import { fingerprint } from './file-version.ts';
import { effectiveContent, effectivePath, type WorkspaceFile } from './workspace-file.ts';

/** A run's record of a file. */
export interface RunFile {
  readonly fileId: string;
  /** Digest of the file including pending changes, when the run last viewed or edited it. */
  readonly look: string;
  /** True if the run alone made the pending change. */
  readonly isOwnChange: boolean;
}

/** Checks whether another writer has changed a file since the run last viewed or edited it. */
export function hasChangedSince(known: RunFile, file: WorkspaceFile): boolean {
  return known.look !== lookOf(file);
}

/** Returns a run's record after it has viewed a file. */
export function afterView(known: RunFile | undefined, file: WorkspaceFile): RunFile {
  return { fileId: file.id, look: lookOf(file), isOwnChange: isOwn(known, file) };
}

/**
 * Returns a run's record after it has changed a file to `after`; `before` is absent if it created the file.
 */
export function afterEdit(
  known: RunFile | undefined,
  { before, after }: { readonly before?: WorkspaceFile | undefined; readonly after: WorkspaceFile },
): RunFile {
  const isOwnChange = !before?.pending || isOwn(known, before);
  return { fileId: after.id, look: lookOf(after), isOwnChange };
}

/** Returns the paths of files whose pending changes are made by the run alone. */
export function ownChanges(files: readonly WorkspaceFile[], known: readonly RunFile[]): readonly string[] {
  const byId = new Map(known.map((file) => [file.fileId, file]));
  return files.filter((file) => file.pending && isOwn(byId.get(file.id), file)).map(({ path }) => path);
}

function isOwn(known: RunFile | undefined, file: WorkspaceFile): boolean {
  return known !== undefined && known.isOwnChange && !hasChangedSince(known, file);
}

function lookOf(file: WorkspaceFile): string {
  return fingerprint([effectivePath(file), effectiveContent(file)]);
}
