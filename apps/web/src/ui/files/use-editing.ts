import type { FileView } from '@shipmate/protocol/web/workspace';
import { useState } from 'react';
import type { Editing } from './editing.ts';

export interface UseEditingOptions {
  readonly files: readonly FileView[];
  /** The file on screen. */
  readonly file: FileView | undefined;
  readonly onChoose: (fileId: string) => void;
}

/** The most recent edit, and whether it is on screen; returning to its file resumes it. */
export function useEditing({ files, file, onChoose }: UseEditingOptions) {
  const [editing, setEditing] = useState<Editing>();
  const edited = editing && files.find(({ id }) => id === editing.draftKey.fileId);
  // A deleted file cannot be chosen again, and its edits can still be saved.
  const isShown = edited === undefined || edited === file;
  return {
    /** The edit on screen. */
    editing: isShown ? editing : undefined,
    /** Its current file; `undefined` once it is gone. */
    edited,
    /** Begins an edit; also chooses the file, so that no other file replaces it automatically. */
    edit: (next: Editing) => {
      onChoose(next.draftKey.fileId);
      setEditing(next);
    },
    endEdit: () => setEditing(undefined),
  };
}
