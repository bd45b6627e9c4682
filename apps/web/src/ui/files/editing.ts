import type { FileView } from '@shipmate/protocol/web/workspace';
import { type DraftKey, newDraftKey, type StoredDraft, takeOverDraft } from './drafts.ts';
import { beginEdit, type EditSession } from './edit-session.ts';

/** An edit in progress: its file, base content and draft key. */
export interface Editing {
  readonly draftKey: DraftKey;
  readonly start: EditSession;
  /** Initial line of the cursor. */
  readonly line?: number | undefined;
}

/** Begins an edit of a file at the line on screen. */
export function startEditing(file: FileView, line?: number): Editing {
  return { draftKey: newDraftKey(file.id), start: beginEdit(file), line };
}

/** Resumes edits from a stored draft. */
export function resumeEditing(draft: StoredDraft): Editing {
  return { draftKey: takeOverDraft(localStorage, draft), start: draft };
}
