import type { ToolContext } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
import { afterEdit, afterView, hasChangedSince, type WorkspaceFile } from '@shipmate/domain/workspace';
import { findRunId } from '../context/run-id-of.ts';

/** A file before and after an edit; `before` is absent when the edit makes the file, `after` when nothing is left of it. */
export interface FileEdit {
  readonly before?: WorkspaceFile | undefined;
  readonly after?: WorkspaceFile | undefined;
}

/** What a run knows of the files of its workspace. A call that is part of no run remembers nothing. */
export interface RunMemory {
  noteView(file: WorkspaceFile): Promise<void>;
  /** Says whether somebody else had changed the file since the run last viewed or edited it. */
  noteEdit(edit: FileEdit): Promise<boolean>;
}

/** Opens the memory of the run that a tool is called in. To be used under the workspace's lock. */
export function openRunMemory({ runFiles }: Pick<Stores, 'runFiles'>, context: ToolContext): RunMemory {
  const { principal } = context;
  const runId = findRunId(context);
  if (runId === undefined) return { noteView: async () => undefined, noteEdit: async () => false };
  return {
    async noteView(file) {
      await runFiles.set(principal, runId, afterView(await runFiles.find(principal, runId, file.id), file));
    },
    async noteEdit({ before, after }) {
      const known = before && (await runFiles.find(principal, runId, before.id));
      if (after) await runFiles.set(principal, runId, afterEdit(known, { before, after }));
      return known !== undefined && before !== undefined && hasChangedSince(known, before);
    },
  };
}
