import type { ToolContext } from '@shipmate/core';
import { afterEdit, afterView, hasChangedSince, type Stores, type WorkspaceFile } from '@shipmate/domain';

/** A file before and after an edit; `before` is absent when the edit made the file. */
export interface FileEdit {
  readonly before?: WorkspaceFile | undefined;
  readonly after: WorkspaceFile;
}

/** What a run knows of the files of its workspace. A call that is part of no run remembers nothing. */
export interface RunMemory {
  noteView(file: WorkspaceFile): Promise<void>;
  /** Says whether somebody else had changed the file since the run last viewed or edited it. */
  noteEdit(edit: FileEdit): Promise<boolean>;
}

/** Opens the memory of the run that a tool is called in. To be used under the workspace's lock. */
export function openRunMemory({ runFiles }: Pick<Stores, 'runFiles'>, context: ToolContext): RunMemory {
  const { principal, runId } = context;
  if (runId === undefined) return { noteView: async () => undefined, noteEdit: async () => false };
  return {
    async noteView(file) {
      await runFiles.set(principal, runId, afterView(await runFiles.find(principal, runId, file.id), file));
    },
    async noteEdit(edit) {
      const known = await runFiles.find(principal, runId, edit.after.id);
      await runFiles.set(principal, runId, afterEdit(known, edit));
      return known !== undefined && edit.before !== undefined && hasChangedSince(known, edit.before);
    },
  };
}
