import type { ToolContext } from '@shipmate/core';
import type { ChartEditStores } from '@shipmate/domain/tool-storage';
import { afterEdit, afterView, hasChangedSince, type WorkspaceFile } from '@shipmate/domain/workspace';
import { findRunId } from '../context/run-id-of.ts';

/** A file before and after an edit; `before` is absent when the edit creates the file, `after` when it removes it. */
export interface FileEdit {
  readonly before?: WorkspaceFile | undefined;
  readonly after?: WorkspaceFile | undefined;
}

/** The versions of workspace files that a run has seen. A call outside of a run records nothing. */
interface RunMemory {
  noteView(file: WorkspaceFile): Promise<void>;
  /** Records an edit and returns true if another writer changed the file since the run last viewed or edited it. */
  noteEdit(edit: FileEdit): Promise<boolean>;
}

/** Opens the memory of the run in which a tool is called. The caller holds the workspace's lock. */
export function openRunMemory({ runFiles }: Pick<ChartEditStores, 'runFiles'>, context: ToolContext): RunMemory {
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
