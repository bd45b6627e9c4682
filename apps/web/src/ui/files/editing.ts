import type { FileView } from '@shipmate/protocol';
import { type DraftKey, newDraftKey, type StoredDraft, takeOverDraft } from './drafts.ts';
import { beginEdit, type EditSession } from './edit-session.ts';

/** A file that is being edited: what that began with, and where what is typed is kept. */
export interface Editing {
  readonly draftKey: DraftKey;
  readonly start: EditSession;
  /** Where it begins. */
  readonly line?: number | undefined;
}

/** Begins to edit a file, at the line that was read before. */
export function startEditing(file: FileView, line?: number): Editing {
  return { draftKey: newDraftKey(file.id), start: beginEdit(file), line };
}

/** Goes on with edits that were left. */
export function resumeEditing(draft: StoredDraft): Editing {
  return { draftKey: takeOverDraft(localStorage, draft), start: draft };
}
