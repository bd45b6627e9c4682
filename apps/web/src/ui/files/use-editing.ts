import type { FileView } from '@shipmate/protocol';
import { useState } from 'react';
import type { Editing } from './editing.ts';

export interface UseEditingOptions {
  readonly files: readonly FileView[];
  /** The file on screen. */
  readonly file: FileView | undefined;
  readonly onChoose: (fileId: string) => void;
}

/** The edit that was begun last, and whether it is what is on screen; whoever comes back to its file goes on with it. */
export function useEditing({ files, file, onChoose }: UseEditingOptions) {
  const [editing, setEditing] = useState<Editing>();
  const edited = editing && files.find(({ id }) => id === editing.draftKey.fileId);
  // A file that is gone is nowhere to come back to, and what was typed for it can still be saved.
  const isShown = edited === undefined || edited === file;
  return {
    /** The edit on screen. */
    editing: isShown ? editing : undefined,
    /** Its file as it is now; `undefined` once that is gone. */
    edited,
    /** Begins an edit; the file is chosen with it, so that no other takes its place by itself. */
    edit: (next: Editing) => {
      onChoose(next.draftKey.fileId);
      setEditing(next);
    },
    endEdit: () => setEditing(undefined),
  };
}
