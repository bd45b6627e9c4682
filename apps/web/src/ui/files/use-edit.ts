import type { FileView } from '@shipmate/protocol';
import type { AppError } from '@shipmate/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCreateFile, useSaveFile } from '../api/files.ts';
import { workspaceKey } from '../api/workspaces.ts';
import { type DraftKey, readDraft, removeDraft, writeDraft } from './drafts.ts';
import { type EditSession, isDirty, rebase, toMeanwhile } from './edit-session.ts';

export interface UseEditOptions {
  readonly workspaceId: string;
  /** The file as it is now; `undefined` once it is gone. */
  readonly file: FileView | undefined;
  /** Where what is typed is kept; what is kept there already is gone on with. */
  readonly draftKey: DraftKey;
  readonly start: EditSession;
  /** Told once the text is saved, or given up. */
  readonly onEnd: () => void;
}

/** Editing one file: what was typed, kept from the first key on, and saving it to what the file is by then. */
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
    /** False when the browser has no room for what was typed. */
    isKept,
    /** Whether the server had something else when this was saved, and the file was asked for again. */
    wasRefused,
    meanwhile: toMeanwhile(session, file),
    isSaving: saving.isPending || creating.isPending,
    error: saving.error ?? creating.error,
    type: (text: string) => keep({ ...session, text }),
    /** Goes on with a text that was made with the file as it is now in view. */
    rebase: (text: string) => file && keep(rebase(file, text)),
    /** Saves a text to the file as it is now, or makes the file again. */
    save(text: string) {
      const options = { onSuccess: end, onError };
      setRefused(false);
      if (file) saving.mutate({ path: file.path, version: file.version, content: text }, options);
      else creating.mutate({ path: session.path, content: text }, options);
    },
    giveUp: end,
  };
}
