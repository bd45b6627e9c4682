import { effectiveContent, type WorkspaceFile } from '@shipmate/domain/workspace';

/** Returns content by path, as accepted or with all pending changes accepted. */
export function toWorkspaceFiles(
  files: readonly WorkspaceFile[],
  state: 'accepted' | 'pending',
): ReadonlyMap<string, string> {
  return new Map(
    files.flatMap((file): readonly (readonly [string, string])[] => {
      if (state === 'accepted') return file.pending?.op === 'create' ? [] : [[file.path, file.content]];
      const content = effectiveContent(file);
      return content === undefined ? [] : [[file.pending?.op === 'rename' ? file.pending.path : file.path, content]];
    }),
  );
}
