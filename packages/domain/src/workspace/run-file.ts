import { fingerprint } from './file-version.ts';
import { effectiveContent, effectivePath, type WorkspaceFile } from './workspace-file.ts';

/** What a run knows of a file. */
export interface RunFile {
  readonly fileId: string;
  /** What the file looked like, pending changes counted in, when the run last viewed or edited it. */
  readonly look: string;
  /** Whether all that is pending for it was the run's own work. */
  readonly isOwnChange: boolean;
}

/** Whether somebody else has changed a file since the run last viewed or edited it. */
export function hasChangedSince(known: RunFile, file: WorkspaceFile): boolean {
  return known.look !== lookOf(file);
}

/** What a run knows once it has viewed a file. */
export function afterView(known: RunFile | undefined, file: WorkspaceFile): RunFile {
  return { fileId: file.id, look: lookOf(file), isOwnChange: isOwn(known, file) };
}

/** What a run knows once it has made `after` of a file; `before` is absent when it made the file. */
export function afterEdit(
  known: RunFile | undefined,
  { before, after }: { readonly before?: WorkspaceFile | undefined; readonly after: WorkspaceFile },
): RunFile {
  const isOwnChange = !before?.pending || isOwn(known, before);
  return { fileId: after.id, look: lookOf(after), isOwnChange };
}

/** The paths of files whose pending changes are a run's own and nobody else's. */
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
