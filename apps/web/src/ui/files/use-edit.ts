import type { FileView } from '@shipmate/protocol/web/workspace';
import type { AppError } from '@shipmate/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCreateFile, useSaveFile } from '../api/files.ts';
import { workspaceKey } from '../api/workspace.ts';
import { type DraftKey, readDraft, removeDraft, writeDraft } from './drafts.ts';
import { type EditSession, isDirty, rebase, toMeanwhile } from './edit-session.ts';

export interface UseEditOptions {
  readonly workspaceId: string;
  /** The current file; `undefined` once it is gone. */
  readonly file: FileView | undefined;
  /** Key of the draft; an existing draft is resumed. */
  readonly draftKey: DraftKey;
  readonly start: EditSession;
  /** Called once the text is saved or discarded. */
  readonly onEnd: () => void;
}

/**
 * The edit of one file: keeps a draft from the first keystroke and saves it against the current version of the file.
 */
export function useEdit({ workspaceId, file, draftKey, start, onEnd }: UseEditOptions) {
  const client = useQueryClient();
  const saving = useSaveFile(workspaceId);
  const creating = useCreateFile(workspaceId);
  const [session, setSession] = useState<EditSession>(() => readDraft(localStorage, draftKey) ?? start);
  const [isKept, setKept] = useState(true);
  const [wasRefused, setRefused] = useState(false);

  function keep(next: EditSession) {
    setSession(next);
    if (isDirty(next)) setKept(writeDraft(localStorage, draftKey, next));
    else removeDraft(localStorage, draftKey);
  }
  function end() {
    removeDraft(localStorage, draftKey);
    onEnd();
  }
  function onError({ code }: AppError) {
    if (code !== 'CONFLICT' && code !== 'NOT_FOUND') return;
    setRefused(true);
    saving.reset();
    creating.reset();
    void client.invalidateQueries({ queryKey: workspaceKey(workspaceId) });
  }

  return {
    session,
    /** False when the browser's storage is full. */
    isKept,
    /** True when the server refused the save because of another version, and the file was refetched. */
    wasRefused,
    meanwhile: toMeanwhile(session, file),
    isSaving: saving.isPending || creating.isPending,
    error: saving.error ?? creating.error,
    type: (text: string) => keep({ ...session, text }),
    /** Continues the edit with a text merged with the current content of the file. */
    rebase: (text: string) => file && keep(rebase(file, text)),
    /** Saves a text as the current file's content, or creates the file again. */
    save(text: string) {
      const options = { onSuccess: end, onError };
      setRefused(false);
      if (file) saving.mutate({ path: file.path, version: file.version, content: text }, options);
      else creating.mutate({ path: session.path, content: text }, options);
    },
    giveUp: end,
  };
}
